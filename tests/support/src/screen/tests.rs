//! Colours in made-up pictures, and a real virtual screen.

use super::*;
use crate::process::processes_naming;

const SECONDS: Duration = Duration::from_secs(10);
const SEA: Rgb = Rgb(20, 90, 160);
const SAND: Rgb = Rgb(240, 220, 180);

fn rect(x: u32, y: u32, width: u32, height: u32) -> Rect {
    Rect { x, y, width, height }
}

#[test]
fn largest_connected_area_wins() {
    let mut picture = Pixels::filled(60, 40, SAND);
    picture.paint(rect(2, 2, 10, 4), SEA);
    picture.paint(rect(20, 10, 30, 12), SEA);
    picture.paint(rect(25, 14, 4, 4), SAND);
    assert_eq!(picture.find_color(SEA, 0), Some(rect(20, 10, 30, 12)), "a hole, such as a label, doesn't split it");
    assert_eq!(picture.find_areas(SEA, 0, 40), [rect(20, 10, 30, 12), rect(2, 2, 10, 4)]);
    assert_eq!(picture.find_area(SEA, 0, 1000), None);
}

#[test]
fn areas_that_only_touch_at_a_corner_are_two() {
    let mut picture = Pixels::filled(10, 10, SAND);
    picture.paint(rect(0, 0, 5, 5), SEA);
    picture.paint(rect(5, 5, 4, 4), SEA);
    assert_eq!(picture.find_color(SEA, 0), Some(rect(0, 0, 5, 5)));
}

#[test]
fn tolerance_counts_per_channel() {
    let picture = Pixels::filled(4, 4, Rgb(22, 88, 160));
    assert!(picture.find_color(SEA, 2).is_some());
    assert!(picture.find_color(SEA, 1).is_none());
}

#[test]
fn ppm_is_read_and_anything_else_refused() {
    let picture = Pixels::from_ppm(b"P6\n# made up\n2 1\n255\n\x01\x02\x03 \n\t").expect("a picture");
    assert_eq!(picture.size(), (2, 1));
    assert_eq!(
        (picture.at(0, 0), picture.at(1, 0), picture.at(2, 0)),
        (Some(Rgb(1, 2, 3)), Some(Rgb(32, 10, 9)), None)
    );
    for wrong in [b"P5\n2 1\n255\nxxxxxx".as_slice(), b"P6\n2 2\n255\nxxxxxx", b"P6", b""] {
        assert_eq!(Pixels::from_ppm(wrong), Err(NotAPicture));
    }
}

#[test]
fn screen_shows_obeys_the_hand_and_leaves_nothing() {
    let screen = Screen::start(400, 300).expect("a screen");
    let socket = format!("/tmp/.X11-unix/X{}", screen.display().trim_start_matches(':'));
    let folder = screen.folder().to_owned();
    assert_eq!(screen.pixels().expect("a picture").size(), (400, 300));

    screen.click(123, 77).expect("a click");
    assert_eq!(screen.pointer().expect("a place"), (123, 77));
    screen.park_pointer().expect("a move");
    assert_eq!(screen.pointer().expect("a place"), (399, 299));

    let saved = folder.join("shot.png");
    screen.screenshot(&saved).expect("a picture");
    assert!(std::fs::read(&saved).expect("a file").starts_with(b"\x89PNG"));
    assert!(std::path::Path::new(&socket).exists());

    drop(screen);
    assert!(!folder.exists() && !std::path::Path::new(&socket).exists());
    assert!(processes_naming(&folder).is_empty());
}

#[test]
fn windows_are_found_by_title_and_colour_and_take_the_keyboard() {
    let screen = Screen::start(500, 400).expect("a screen");
    let mut one = picture_window(&screen, "Sea", "rgb(20,90,160)");
    let mut two = picture_window(&screen, "Sand", "rgb(240,220,180)");
    let sea = screen.wait_for_window("Sea", SECONDS).expect("a window");
    let sand = screen.wait_for_window("Sand", SECONDS).expect("a window");
    assert!(screen.windows().expect("a list").len() >= 2);

    screen.activate(&sea).expect("to the front");
    let area = screen.wait_for_color(SEA, 0, 1000, SECONDS).expect("the sea");
    assert_eq!((area.width, area.height), (120, 80));
    assert!(sea.area.x.abs_diff(area.x) <= 40 && sea.area.y.abs_diff(area.y) <= 40, "{:?} is near {area:?}", sea.area);
    screen.activate(&sand).expect("to the front");
    assert_eq!(screen.active_window().expect("a window").map(|window| window.title), Some(sand.title));

    screen.click_rect(area).expect("a click");
    assert!(screen.wait_for_window("Nowhere", Duration::from_millis(50)).is_err());
    one.end().expect("it ends");
    two.end().expect("it ends");
}

/// A window of one colour, by ImageMagick.
fn picture_window(screen: &Screen, title: &str, color: &str) -> OwnedChild {
    let mut command = screen.command("display");
    command.args(["-title", title, "-size", "120x80", &format!("xc:{color}")]);
    OwnedChild::spawn(command).expect("a window")
}
