//! Pictures of pages on the graphics card: each is uploaded once, for every native window, and freed when no view has it any
//! more.

use std::sync::{Arc, Weak};

use egui::mutex::Mutex;
use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
use nexus_core::broker::PagePicture;

#[derive(Clone, Default)]
struct Textures(Arc<Mutex<Vec<Uploaded>>>);

struct Uploaded {
    picture: Weak<PagePicture>,
    texture: TextureHandle,
}

/// The texture of a picture.
pub fn texture_of(ctx: &Context, picture: &Arc<PagePicture>) -> TextureHandle {
    let textures = textures(ctx);
    let mut uploaded = textures.0.lock();
    if let Some(known) = uploaded.iter().find(|known| known.picture.as_ptr() == Arc::as_ptr(picture)) {
        return known.texture.clone();
    }
    let image = ColorImage::from_rgb([picture.width, picture.height], &picture.rgb);
    let texture = ctx.load_texture("picture of a page", image, TextureOptions::LINEAR);
    uploaded.push(Uploaded { picture: Arc::downgrade(picture), texture: texture.clone() });
    texture
}

/// Frees the textures of pictures that are on no card any more.
pub fn free_textures(ctx: &Context) {
    textures(ctx).0.lock().retain(|uploaded| uploaded.picture.strong_count() > 0);
}

fn textures(ctx: &Context) -> Textures {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Textures>(Id::unique("pictures of pages")).clone())
}
