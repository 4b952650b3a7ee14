-- The picture that stands on top of a task: one of its own files. What is no picture on this task, or was taken off it, is
-- shown as none; it stands here all the same, so that it is the cover again when the file comes back.
alter table tasks add column cover_id uuid;
