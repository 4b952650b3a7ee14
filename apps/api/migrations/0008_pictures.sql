-- The identity provider's address of the picture that is shown. Pages load our copy of it, never that address.
alter table users add column image_source text;
-- Copies are made at the next sign-in.
update users set image = null where not has_own_image;
