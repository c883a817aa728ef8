//! Pictures before and after, within the page. Whatever a preview says that they are, only their bytes decide, here once
//! more, and nothing but the types below is ever named to a browser.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::tool::{Picture, PictureData, showable_picture};
use maud::{Markup, html};

use super::{
    Visit,
    text::{path, shown, within},
};

/// What a browser is given. A drawing (SVG) is a text that can do things, and stays one.
const TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Renders pictures, each with both sides; empty if there is none that can be shown.
pub(crate) fn pictures<'a>(
    visit: &Visit,
    folder: Option<&str>,
    all: impl IntoIterator<Item = &'a Picture>,
) -> Markup {
    let words = visit.words;
    let parts: Vec<Markup> = all.into_iter().filter_map(|picture| one(visit, folder, picture)).collect();
    html! {
        @if !parts.is_empty() {
            section.pictures {
                h2 { (words.t("details-pictures")) }
                p.quiet { (words.t("details-pictures-part")) }
                @for part in parts { (part) }
            }
        }
    }
}

/// Renders one of them; None if a side is no picture.
fn one(visit: &Visit, folder: Option<&str>, picture: &Picture) -> Option<Markup> {
    let name = shown(within(folder, &picture.path)).to_string();
    let said = |id: &'static str| visit.words.with(id, &[("path", name.clone().into())]);
    let before = side(visit, picture.before.as_ref(), &said("details-picture-before"), "diff-old")?;
    let after = side(visit, picture.after.as_ref(), &said("details-picture-after"), "diff-new")?;
    Some(html! { h3 { code { (path(&name)) } } div.pair { (before) (after) } })
}

fn side(visit: &Visit, data: Option<&PictureData>, said: &str, caption: &'static str) -> Option<Markup> {
    let source = data.map(|data| source(data).ok_or(())).transpose().ok()?;
    Some(html! {
        figure {
            figcaption { (visit.words.t(caption)) }
            @match source {
                Some(source) => { img src=(source) alt=(said) decoding="async"; },
                None => p.quiet { (visit.words.t("details-picture-none")) },
            }
        }
    })
}

/// Returns a picture as an address that holds it.
fn source(data: &PictureData) -> Option<String> {
    let bytes = STANDARD.decode(&data.base64).ok()?;
    let found = showable_picture(&bytes)?;
    let kind = TYPES.into_iter().find(|kind| *kind == found)?;
    Some(format!("data:{kind};base64,{}", STANDARD.encode(bytes)))
}
