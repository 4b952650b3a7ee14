-- Under row level security no index of words is ever used: its operators are not leakproof, so they come after the team. A
-- search goes through the team's rows, and fetching the words of each from apart cost ten times as much as matching them.
alter table search_entries set (toast_tuple_target = 8160);
alter table search_entries alter column words set storage main;
drop index search_entries_words;
drop index search_entries_titles;
drop index search_entries_gaps;
