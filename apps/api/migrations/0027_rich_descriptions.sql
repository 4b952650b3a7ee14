-- A description with its formatting; `description` is what it says. Null where the text says everything.
alter table tasks add column description_doc jsonb;
-- Another with every change of the description, so that nobody overwrites one that they have not seen.
alter table tasks add column description_version text;
