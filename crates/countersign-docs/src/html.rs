//! A page as HTML, for the desk and for the site.

use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html::push_html};

use crate::{
    events,
    links::{Target, anchors},
};

/// Renders a page. `place` returns the address of what a link leads to; without one, the words of the link stay, and of a
/// picture what it says. Headings have anchors. HTML in the text is shown as text.
pub fn html(text: &str, place: &dyn Fn(&Target) -> Option<String>) -> String {
    let mut anchors = anchors(text).into_iter();
    // Whether each open link, or picture, is one.
    let mut open: Vec<bool> = Vec::new();
    let kept = events(text).into_iter().filter_map(|event| match event {
        Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
            let id = anchors.next().map(CowStr::from);
            Some(Event::Start(Tag::Heading { level, id, classes, attrs }))
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let address = place(&Target::of(&dest_url));
            open.push(address.is_some());
            address.map(|to| Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id }))
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let address = place(&Target::of(&dest_url));
            open.push(address.is_some());
            address.map(|to| Event::Start(Tag::Image { link_type, dest_url: to.into(), title, id }))
        }
        Event::End(TagEnd::Link | TagEnd::Image) => open.pop().unwrap_or(true).then_some(event),
        Event::Html(raw) | Event::InlineHtml(raw) => Some(Event::Text(raw)),
        other => Some(other),
    });
    let mut page = String::with_capacity(text.len() * 2);
    push_html(&mut page, kept);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_and_links_lead_where_the_reader_is() {
        let place = |target: &Target| match target {
            Target::Page(name, anchor) => {
                let anchor = anchor.as_ref().map(|a| format!("#{a}")).unwrap_or_default();
                Some(format!("/docs/{name}{anchor}"))
            }
            Target::Picture(name) if name == "a.svg" => Some("/docs/img/a.svg".to_owned()),
            _ => None,
        };
        let page = html(
            "# One `two`\n[t](trust.md#x) [s](../src.rs)\n\n![life](img/a.svg) ![desk](img/b.webp)\n\n<b>raw</b>\n",
            &place,
        );
        assert!(page.contains("<h1 id=\"one-two\">One <code>two</code></h1>"), "{page}");
        assert!(page.contains("<a href=\"/docs/trust#x\">t</a> s"), "{page}");
        assert!(page.contains("<img src=\"/docs/img/a.svg\" alt=\"life\" /> desk"), "{page}");
        assert!(page.contains("&lt;b&gt;raw&lt;/b&gt;"), "{page}");
    }
}
