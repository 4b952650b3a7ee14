-- A task may come before another without holding it up.
alter table task_relations drop constraint task_relations_kind_check;
alter table task_relations add constraint task_relations_kind_check check (kind in ('blocks', 'precedes', 'relates', 'duplicates'));
