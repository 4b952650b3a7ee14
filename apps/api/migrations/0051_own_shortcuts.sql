-- Keys that a person chose for acts of the app, by the act, as contracts/src/shortcut-values.ts reads them.
alter table users add column shortcuts jsonb not null default '{}' check (jsonb_typeof(shortcuts) = 'object');
