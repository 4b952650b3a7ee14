-- What a person chose themselves is kept when the identity provider says otherwise at the next sign-in.
alter table users add column has_own_name boolean not null default false;
alter table users add column has_own_image boolean not null default false;
-- null = as the device has it
alter table users add column language text check (language in ('en', 'hi'));
alter table users add column time_zone text;
-- When the account goes. A node that takes the deletion up writes the time; if it dies on the way, another goes on.
alter table users add column delete_at timestamptz;
alter table users add column purge_began_at timestamptz;
alter table users add column deleted_at timestamptz;
create index users_to_delete on users (delete_at) where delete_at is not null and deleted_at is null;

alter table teams add column default_role text not null default 'member' check (default_role in ('member', 'guest'));

-- The history may be added to and not rewritten, with one exception: what it says of a person who is gone.
grant update (old_value, new_value) on history to hearth_app;
create policy forgetting on history as restrictive for update
  using (entity = 'member') with check (entity = 'member' and old_value is null and new_value is null);

-- Invites to the address of a person who is gone, in whatever team.
create policy forgetting on invites using ((select app_system())) with check ((select app_system()));
create index invites_of_address on invites (lower(email)) where email is not null;
