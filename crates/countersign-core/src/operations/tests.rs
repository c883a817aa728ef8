//! Tests over the whole table of operations.

use std::collections::BTreeSet;

use super::*;
use crate::{
    ActorKind,
    op::{
        fields::fields,
        route::{Route, field},
    },
};

#[test]
fn what_is_posted_to_a_plural_is_made() {
    let made: Vec<_> = OPS
        .iter()
        .map(|op| op.spec())
        .filter(|spec| Route::of(spec).is_some_and(|route| route.creates()))
        .map(|spec| spec.name)
        .collect();
    assert_eq!(
        made,
        [
            "run.start",
            "mode.set",
            "view.save",
            "stage.begin",
            "working_set.create",
            "token.create",
            "link.create",
            "passkey.finish",
            "errand.leave",
            "webhook.create",
            "process.register"
        ]
    );
}

#[test]
fn every_operation_has_a_route_of_its_own_whose_fields_it_takes() {
    let mut seen = BTreeSet::new();
    for op in OPS {
        let spec = op.spec();
        let Some(route) = Route::of(&spec) else {
            assert_eq!(spec.audience, [ActorKind::System], "{} is not served", spec.name);
            continue;
        };
        let shape: Vec<&str> = route.path.split('/').map(|s| field(s).map_or(s, |_| "{}")).collect();
        assert!(seen.insert((route.method, shape)), "{} is served twice", spec.http);
        assert!(route.path.starts_with("/v1/"), "{}", spec.http);
        assert!(matches!(route.method, "GET" | "POST" | "PATCH" | "DELETE"), "{}", spec.http);
        let known = fields(*op);
        assert!(route.fields().all(|f| known.contains_key(f)), "{}", spec.http);
    }
}
