//! Tests places of secrets, and similar paths that are not secret.

use super::super::{
    places::{ENDINGS, FOLDERS, NAMES, PLACES, items},
    *,
};

fn listed(kind: &str) -> Vec<String> {
    let (mut wanted, mut places) = (false, Vec::new());
    for line in include_str!("../../../../corpus/places.txt").lines().filter(|line| !line.starts_with("# ")) {
        if let Some(title) = line.strip_prefix('[') {
            wanted = title.starts_with(kind);
        } else if wanted && !line.is_empty() {
            let line =
                line.strip_prefix("w/").map_or_else(|| line.to_owned(), |rest| format!("/srv/w/{rest}"));
            places.push(line.replacen('~', "/home/ana", usize::from(line.starts_with("~/"))));
        }
    }
    places
}

#[test]
fn a5_every_place_where_credentials_lie_is_known() {
    let places = listed("secret");
    assert!(places.len() >= 250, "{}", places.len());
    let unknown: Vec<_> = places.iter().filter(|place| reading(Path::new(place), &[]).is_none()).collect();
    assert!(unknown.is_empty(), "{} of {}: {unknown:#?}", unknown.len(), places.len());
}

#[test]
fn a5_neighbours_of_secrets_are_not_asked_about() {
    let places = listed("plain");
    assert!(places.len() >= 80, "{}", places.len());
    let asked: Vec<_> = places.iter().filter(|place| reading(Path::new(place), &[]).is_some()).collect();
    assert!(asked.is_empty(), "{asked:#?}");
}

#[test]
fn a5_a_place_is_found_by_its_name_or_by_a_folder_before_it() {
    for place in listed("secret") {
        let path = Path::new(&place);
        let by_folder = path.ancestors().skip(1).any(|folder| reading(folder, &[]).is_some());
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(by_folder || !is_plain_name(name), "{place} would be passed over");
    }
    let plain = listed("plain");
    let quick = plain.iter().filter(|place| is_plain_name(place.rsplit('/').next().unwrap())).count();
    assert!(quick * 2 > plain.len(), "{quick} of {}: most names are told at once", plain.len());
}

#[test]
fn a5_folders_of_source_code_are_no_secrets_by_their_name_alone() {
    for folder in ["/w/src/credentials", "/w/shadow", "/w/lib/passwords.txt", "/w/crypto_rsa"] {
        assert!(!is_secret_folder(Path::new(folder)), "{folder}");
    }
    for folder in ["/w/.env", "/w/.ssh", "/home/ana/.config/gh", "/run/secrets", "/w/.aws/sso"] {
        assert!(is_secret_folder(Path::new(folder)), "{folder}");
    }
}

#[test]
fn a5_no_name_of_a_place_is_longer_than_the_end_that_walkers_look_at() {
    let tables = Tables::get();
    assert!(tables.places.values().flatten().all(|place| (2..=3).contains(&place.len())));
    let lower = |text: &str| text == text.to_lowercase();
    assert!(items(NAMES).chain(items(ENDINGS)).chain(items(FOLDERS)).chain(items(PLACES)).all(lower));
}
