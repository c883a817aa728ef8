//! The daemon as callers see it: real sockets, a real store, requests written out byte by byte.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod auth;
mod browser;
mod compress;
mod desk;
mod events;
mod far;
mod http;
mod openapi;
mod peer;
mod postgres;
mod serve;
mod sign_in;
mod snooze;
mod streaming;
mod telemetry;
mod timers;
mod told;
mod views;
mod watches;
mod web;
mod web_audit;
mod web_change_sets;
mod web_details;
mod web_diff;
mod web_docs;
mod web_drills;
mod web_history;
mod web_inbox;
mod web_insight;
mod web_palette;
mod web_people;
mod web_policy;
mod web_receipts;
mod web_runs;
mod web_settings;
mod web_work;
mod webhooks;
mod world;
