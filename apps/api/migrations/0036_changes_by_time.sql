-- What happened to the work of a team after a moment is asked for over all of it.
create index history_by_time on history (team_id, at);
