use super::*;

fn white(width: usize, height: usize) -> Pixels {
    Pixels { width, height, channels: 3, bytes: vec![0xff; width * height * 3] }
}

fn is_painted(pixels: &Pixels, x: usize, y: usize) -> bool {
    let start = (y * pixels.width + x) * pixels.channels;
    pixels.bytes[start..start + 3] == PAINT[..3]
}

/// N27: pictures count. The place is painted at the picture's own scale, with a margin, and nothing else is.
#[test]
fn typed_places_are_painted_over_at_scale() {
    let png = white(200, 100).encode().expect("a picture");
    let mask = Mask { x: 10.0, y: 10.0, width: 20.0, height: 10.0 };
    let painted = paint_over(&png, 100.0, &[mask], None).expect("it is painted over");
    let painted = Pixels::decode(&painted).expect("a picture");
    assert!(is_painted(&painted, 20, 20) && is_painted(&painted, 59, 39) && is_painted(&painted, 17, 17));
    assert!(!is_painted(&painted, 10, 10) && !is_painted(&painted, 70, 30) && !is_painted(&painted, 30, 50));
}

/// N27: two different values under the same mask give the same picture.
#[test]
fn what_is_under_a_mask_leaves_no_trace() {
    let mut other = white(50, 50);
    other.bytes[(20 * 50 + 20) * 3] = 0;
    let mask = Mask { x: 10.0, y: 10.0, width: 30.0, height: 30.0 };
    let paint = |pixels: &Pixels| paint_over(&pixels.encode().expect("a picture"), 50.0, &[mask], None);
    assert_eq!(paint(&white(50, 50)).expect("painted"), paint(&other).expect("painted"));
}

#[test]
fn a_mask_that_reaches_outside_is_cut_to_the_picture() {
    let png = white(20, 20).encode().expect("a picture");
    let masks = [
        Mask { x: -50.0, y: -50.0, width: 1000.0, height: 60.0 },
        Mask { x: 1000.0, y: 1000.0, width: 10.0, height: 10.0 },
        Mask { x: -100.0, y: -100.0, width: 10.0, height: 10.0 },
    ];
    let painted = Pixels::decode(&paint_over(&png, 20.0, &masks, None).expect("painted")).expect("a picture");
    assert!(is_painted(&painted, 19, 9) && !is_painted(&painted, 19, 19));
}

#[test]
fn an_area_is_cut_out() {
    let png = white(100, 100).encode().expect("a picture");
    let area = Area { x: 90.0, y: 10.0, width: 40.0, height: 5.0 };
    let cut = Pixels::decode(&paint_over(&png, 100.0, &[], Some(area)).expect("cut")).expect("a picture");
    assert_eq!((cut.width, cut.height), (10, 5));
}

/// N27: what can't be painted over isn't shown.
#[test]
fn something_that_is_no_picture_is_refused() {
    let mask = Mask { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
    assert!(paint_over(b"not a picture", 100.0, &[mask], None).is_err());
}

fn color(close_up: &super::close_up::CloseUp, x: usize, y: usize) -> [u8; 3] {
    let start = (y * close_up.width + x) * 3;
    [close_up.rgb[start], close_up.rgb[start + 1], close_up.rgb[start + 2]]
}

fn of_page(size: (usize, usize), masks: &[Mask], targets: &[Area]) -> super::close_up::CloseUp {
    let png = white(size.0, size.1).encode().expect("a picture");
    close_up(&png, size.0 as f64, masks, targets).expect("a close-up")
}

const OUTLINE: [u8; 3] = [0xd6, 0x1c, 0x4e];

/// N27: a close-up shows the target in the middle, outlined, and everything else darkened; typed values are painted over.
#[test]
fn a_target_is_outlined_in_the_middle_of_what_is_around_it() {
    let target = Area { x: 600.0, y: 400.0, width: 100.0, height: 40.0 };
    let mask = Mask { x: 500.0, y: 400.0, width: 50.0, height: 20.0 };
    let shown = of_page((1280, 800), &[mask], &[target]);
    assert_eq!((shown.width, shown.height), (520, 250));
    // The picture begins at (390, 295).
    assert_eq!(color(&shown, 260, 125), [0xff; 3], "the target itself isn't changed");
    assert_eq!(color(&shown, 210 - 3, 120), OUTLINE);
    assert_eq!(color(&shown, 310 + 2, 120), OUTLINE);
    assert_eq!(color(&shown, 260, 105 - 3), OUTLINE);
    assert_eq!(color(&shown, 10, 10), [0xc0; 3], "the rest is darkened");
    let [red, green, blue] = [PAINT[0], PAINT[1], PAINT[2]].map(|value| value - value / 4);
    assert_eq!(color(&shown, 130, 115), [red, green, blue], "what is typed is painted over");
}

/// A page of any size and a target anywhere give a picture of bounded size.
#[test]
fn a_close_up_is_never_large_and_never_leaves_the_page() {
    let whole = Area { x: 0.0, y: 0.0, width: 2000.0, height: 3000.0 };
    let corner = Area { x: 1995.0, y: 2995.0, width: 50.0, height: 50.0 };
    for targets in [vec![], vec![whole], vec![corner], vec![whole, corner]] {
        let shown = of_page((2000, 3000), &[], &targets);
        assert!(shown.width <= 640 && shown.height <= 400, "{}x{}", shown.width, shown.height);
        assert_eq!(shown.rgb.len(), shown.width * shown.height * 3);
        assert_eq!(shown.rgb.chunks(3).any(|pixel| pixel == OUTLINE), !targets.is_empty());
    }
}

/// A shrunken picture is the mean of what it was made from.
#[test]
fn shrinking_takes_the_mean() {
    let mut pixels = white(4, 2);
    pixels.bytes[..6].fill(0x00);
    let smaller = pixels.shrunk(0.5);
    assert_eq!((smaller.width, smaller.height, smaller.bytes[0], smaller.bytes[3]), (2, 1, 0x7f, 0xff));
}
