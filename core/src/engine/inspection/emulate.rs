//! Showing a page as on another device.

use chromiumoxide::cdp::browser_protocol::emulation::{
    ClearDeviceMetricsOverrideParams, MediaFeature, SetCpuThrottlingRateParams, SetDeviceMetricsOverrideParams,
    SetEmulatedMediaParams,
};

use super::{ANSWER_DEADLINE, Done, Outcome};
use crate::broker::{ActEffect, ColorScheme, Connection, Emulated, Viewport};
use crate::browser::{Hand, HandError, NetworkConditions};

pub(super) async fn emulate(hand: &Hand, wish: Emulated) -> Outcome {
    let Emulated { viewport, network, cpu, color_scheme } = wish;
    hand.page().emulation.begin();
    if let Some(viewport) = viewport {
        lay_out(hand, viewport).await?;
    }
    if let Some(rate) = cpu {
        hand.change_in(&hand.page().session, SetCpuThrottlingRateParams::new(rate), ANSWER_DEADLINE).await?;
    }
    for session in hand.page().sessions() {
        if let Some(network) = network {
            hand.change_in(&session, conditions(network), ANSWER_DEADLINE).await?;
        }
        if let Some(scheme) = color_scheme {
            hand.change_in(&session, media(scheme), ANSWER_DEADLINE).await?;
        }
    }
    let summary = "The page is shown so until your control of it ends, or a person takes it.";
    Ok(Done { effect: Some(ActEffect::Changed), ..Done::new(summary) })
}

async fn lay_out(hand: &Hand, viewport: Viewport) -> Result<(), HandError> {
    let page = hand.page();
    match viewport {
        Viewport::Natural => {
            page.emulation.set_viewport(None);
            let clear = ClearDeviceMetricsOverrideParams::default();
            hand.change_in(&page.session, clear, ANSWER_DEADLINE).await?;
        }
        Viewport::Size { width, height, scale, is_mobile } => {
            let lay = SetDeviceMetricsOverrideParams::new(i64::from(width), i64::from(height), scale, is_mobile);
            page.emulation.set_viewport(Some(lay.clone()));
            hand.change_in(&page.session, lay, ANSWER_DEADLINE).await?;
        }
    }
    Ok(())
}

/// As developer tools have them.
fn conditions(network: Connection) -> NetworkConditions {
    match network {
        Connection::Offline => NetworkConditions { offline: true, ..NetworkConditions::of(0.0, 0.0, 0.0) },
        Connection::Slow3g => NetworkConditions::of(2000.0, 50_000.0, 50_000.0),
        Connection::Fast3g => NetworkConditions::of(562.5, 180_000.0, 84_375.0),
        Connection::Fast4g => NetworkConditions::of(165.0, 1_012_500.0, 168_750.0),
        Connection::Natural => NetworkConditions::NATURAL,
    }
}

fn media(scheme: ColorScheme) -> SetEmulatedMediaParams {
    let value = match scheme {
        ColorScheme::Light => "light",
        ColorScheme::Dark => "dark",
        ColorScheme::Natural => "",
    };
    let features = Some(vec![MediaFeature::new("prefers-color-scheme", value)]);
    SetEmulatedMediaParams { features, ..SetEmulatedMediaParams::default() }
}
