-- Documents can be favourites, too.
alter table favourites
  drop constraint favourites_check,
  add column document_id uuid,
  add foreign key (team_id, document_id) references documents (team_id, id),
  add check (num_nonnulls(project_id, view_id, document_id) = 1
    and id = coalesce(project_id, view_id, document_id));
create index favourites_of_document on favourites (team_id, document_id);
