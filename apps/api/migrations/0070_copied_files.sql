-- The file that this one is a copy of: what is written in a copied document names it by that.
alter table document_attachments add column copied_from uuid;
create unique index document_attachments_copied on document_attachments (team_id, copied_from, document_id)
  where copied_from is not null;
