//! The words that go with a card's picture.

use nexus_core::broker::{CardPicture, PagePicture};

/// What is said of the picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caption {
    /// There is nothing to say: the card is about no page.
    Nothing,
    /// In place of the picture.
    Instead(String),
    /// For who can't see it, and below it what everybody has to know.
    Of {
        /// What it shows.
        described: String,
        /// What isn't in it.
        note: Option<String>,
    },
}

impl Caption {
    pub(crate) fn of(picture: &CardPicture) -> Self {
        match picture {
            CardPicture::None => Self::Nothing,
            CardPicture::Coming => Self::Instead("A picture of the page is being taken.".to_owned()),
            CardPicture::Missing(why) => Self::Instead(format!("There is no picture of the page. {why}")),
            CardPicture::Taken(picture) => Self::Of { described: described(picture), note: note(picture) },
        }
    }
}

fn described(picture: &PagePicture) -> String {
    let outlined = match picture.outlined {
        0 => "",
        1 => ", with what this is about outlined",
        _ => ", with everything this is about outlined",
    };
    format!("Picture of the page{outlined}. What is typed there is painted over.")
}

fn note(picture: &PagePicture) -> Option<String> {
    Some(match (picture.outlined, picture.out_of_view) {
        (_, 0) => return None,
        (0, _) => "What this is about is out of view in the page, so it isn't outlined.".to_owned(),
        (_, 1) => "One more is out of view in the page.".to_owned(),
        (_, several) => format!("{several} more are out of view in the page."),
    })
}
