//! Colours: readable, and those of the four buttons unmistakable.

use egui::Color32;
use nexus::theme::{ActionFill, DARK, GIVE_BACK, LIGHT, PAIR, Palette, TAKE_CONTROL, TAKE_EVERYTHING};
use nexus::view_model::StateRole;

const ROLES: [StateRole; 6] =
    [StateRole::Idle, StateRole::Agent, StateRole::Handoff, StateRole::Taking, StateRole::Person, StateRole::Gone];
const FILLS: [ActionFill; 4] = [TAKE_CONTROL, TAKE_EVERYTHING, GIVE_BACK, PAIR];

/// Relative luminance, WCAG 2.2.
fn luminance(color: Color32) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

fn contrast(one: Color32, other: Color32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn grounds(palette: &Palette) -> [Color32; 5] {
    [palette.background, palette.surface, palette.inset, palette.hovered, palette.selected]
}

/// C01: text has the contrast that WCAG AA asks for, in both themes, on every ground it may stand on.
#[test]
fn text_is_readable_on_every_ground() {
    for palette in [&LIGHT, &DARK] {
        for ground in grounds(palette) {
            for text in [palette.text, palette.weak_text] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {}", contrast(text, ground));
            }
        }
        for text in [palette.accent, palette.good, palette.warning, palette.bad] {
            for ground in [palette.background, palette.surface, palette.inset] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {}", contrast(text, ground));
            }
        }
        assert!(contrast(palette.warning, palette.surface) >= 4.5, "the number of requests that wait");
    }
}

/// A01: the state is readable in every state.
#[test]
fn states_are_readable() {
    for palette in [&LIGHT, &DARK] {
        for role in ROLES {
            let colors = palette.state(role);
            assert!(contrast(colors.fill, colors.text) >= 4.5, "{role:?}: {}", contrast(colors.fill, colors.text));
        }
    }
}

/// N12: what is written on the four buttons is readable, at rest and under the pointer.
#[test]
fn action_fills_are_readable() {
    for fill in FILLS {
        for ground in [fill.rest, fill.hovered] {
            assert!(contrast(ground, fill.text) >= 4.5, "{fill:?}: {}", contrast(ground, fill.text));
        }
        for palette in [&LIGHT, &DARK] {
            assert!(contrast(fill.rest, palette.background) >= 3.0, "{fill:?} on {:?}", palette.background);
        }
    }
}

/// N12: no other thing on a screen has the colour of one of the four buttons, or nearly so.
#[test]
fn action_fills_occur_nowhere_else() {
    let distance = |one: Color32, other: Color32| {
        let channel = |one: u8, other: u8| i32::from(one.abs_diff(other));
        channel(one.r(), other.r()) + channel(one.g(), other.g()) + channel(one.b(), other.b())
    };
    for (index, fill) in FILLS.iter().enumerate() {
        for other in FILLS.iter().skip(index + 1) {
            assert!(distance(fill.rest, other.rest) > 50, "{fill:?} and {other:?}");
        }
        for palette in [&LIGHT, &DARK] {
            let mut others = grounds(palette).to_vec();
            others.extend([palette.border, palette.strong_border, palette.text, palette.weak_text]);
            others.extend([palette.accent, palette.good, palette.warning, palette.bad]);
            others.extend(ROLES.map(|role| palette.state(role).fill));
            for other in others {
                assert!(distance(fill.rest, other) > 50, "{fill:?} and {other:?}");
            }
        }
    }
}
