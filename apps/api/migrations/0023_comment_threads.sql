-- Comments answer each other, are changed and deleted, and are reacted to.
alter table task_comments add column parent_id uuid;
alter table task_comments add column edited_at timestamptz;
alter table task_comments add column deleted_at timestamptz;
alter table task_comments add column deleted_by uuid references users (id);
alter table task_comments add constraint task_comments_of_one_task unique (team_id, task_id, id);
-- What answers a comment is about the same task. Checked at the end, so that a thread comes and goes as one.
alter table task_comments add constraint task_comments_parent
  foreign key (team_id, task_id, parent_id) references task_comments (team_id, task_id, id) deferrable initially deferred;
create index task_comments_replies on task_comments (team_id, parent_id) where parent_id is not null;
create index task_comments_deleted on task_comments (team_id, deleted_at) where deleted_at is not null;

create table comment_reactions (
  team_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null references users (id),
  emoji text not null,
  created_at timestamptz not null,
  primary key (team_id, comment_id, user_id, emoji),
  foreign key (team_id, comment_id) references task_comments (team_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['comment_reactions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;

-- What a deleted comment said earlier goes for good with it.
drop policy only_purged on history;
create policy only_purged on history as restrictive for delete using (
  exists (select from teams t where t.id = team_id and t.purge_began_at is not null)
  or (entity = 'comment' and exists (
    select from task_comments c
    where c.team_id = history.team_id and c.id = history.entity_id and c.deleted_at is not null)));
