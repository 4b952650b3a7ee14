-- The product's clock: the database's time and this offset, the same on every node and over restarts. It is 0 but where the
-- clock may be moved, which is with the development identity provider alone.
create table product_clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null default 0,
  -- Set from HEARTH_CLOCK once.
  is_set boolean not null default false
);
insert into product_clock default values;

-- plan: what was bought. It is in force until entitled_until; null = without an end (an override, or the free plan).
alter table teams
  add column entitled_until timestamptz,
  add column has_plan_override boolean not null default false,
  -- Until when the owner may choose who keeps writing on a plan with too few seats.
  add column choose_seats_by timestamptz;
update teams set entitled_until = paid_until + interval '7 days' where paid_until is not null;
update teams set has_plan_override = true where plan = 'pro' and paid_until is null;

-- A team's subscriptions at the gateway, the open one and those before it.
create table subscriptions (
  team_id uuid not null references teams (id),
  id uuid not null,
  gateway_id text not null unique,
  gateway_plan text not null,
  -- Paise.
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null check (state in
    ('pending', 'authenticated', 'active', 'past_due', 'halted', 'cancelled', 'expired', 'completed')),
  url text,
  checkout_until timestamptz not null,
  -- Where it follows a paid time that is still running.
  starts_at timestamptz,
  paid_until timestamptz,
  paid_count integer not null default 0,
  first_paid_at timestamptz,
  first_failed_at timestamptz,
  cancels_at_end boolean not null default false,
  needs_authorisation boolean not null default false,
  ended_at timestamptz,
  refunded_at timestamptz,
  cancel_reason text,
  method jsonb,
  -- Reads of the gateway are numbered when they begin; one is applied only if none that began later was.
  reads bigint not null default 0,
  applied_read bigint not null default 0,
  created_at timestamptz not null,
  created_by uuid references users (id),
  primary key (team_id, id)
);
create index subscriptions_of_team on subscriptions (team_id, created_at);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy team_rows on subscriptions
  using (team_id = (select app_team()) or (select app_system())) with check (team_id = (select app_team()));

create table payments (
  team_id uuid not null references teams (id),
  id uuid not null,
  subscription_id uuid not null,
  gateway_id text not null unique,
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('captured', 'refunding', 'refunded')),
  paid_at timestamptz not null,
  refund_gateway_id text,
  refunded_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, subscription_id) references subscriptions (team_id, id)
);
alter table payments enable row level security;
alter table payments force row level security;
create policy team_rows on payments
  using (team_id = (select app_team()) or (select app_system())) with check (team_id = (select app_team()));

create table billing_details (
  team_id uuid primary key references teams (id),
  name text not null default '',
  email text not null default '',
  address text not null default '',
  state text,
  gstin text,
  receipt_emails text[] not null default '{}'
);
alter table billing_details enable row level security;
alter table billing_details force row level security;
create policy team_rows on billing_details using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- Numbers without gaps: the row lock is held until the invoice is committed, and a rollback gives the number back.
create table invoice_series (
  financial_year text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last integer not null default 0,
  primary key (financial_year, kind)
);

create table invoices (
  team_id uuid not null references teams (id),
  id uuid not null,
  number text not null unique check (length(number) <= 16),
  kind text not null check (kind in ('invoice', 'credit_note')),
  payment_id uuid not null,
  -- The invoice that a credit note takes back.
  credits uuid,
  issued_at timestamptz not null,
  -- Paise.
  total integer not null,
  tax integer not null,
  currency text not null,
  -- Everything that the PDF says, as it was on that day.
  content jsonb not null,
  pdf_key text,
  pdf_sha256 text,
  primary key (team_id, id),
  unique (team_id, payment_id, kind),
  foreign key (team_id, payment_id) references payments (team_id, id),
  foreign key (team_id, credits) references invoices (team_id, id)
);
create index invoices_of_team on invoices (team_id, issued_at desc, id desc);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy team_rows on invoices using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- Mails about payment that went out: each once. period tells apart what comes again, a charge's day for one.
create table billing_notices (
  team_id uuid not null references teams (id),
  kind text not null,
  period text not null,
  sent_at timestamptz not null,
  primary key (team_id, kind, period)
);
alter table billing_notices enable row level security;
alter table billing_notices force row level security;
create policy team_rows on billing_notices using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- What the gateway told, as it came. A hint, and kept as evidence; in_team null = of no team of ours.
create table gateway_events (
  id text primary key,
  kind text not null,
  gateway_id text,
  in_team uuid,
  body text not null,
  -- An event's id is not signed: the same words under another id are the same event.
  body_sha256 bytea not null unique,
  received_at timestamptz not null,
  repeated_at timestamptz,
  handled_at timestamptz,
  outcome text
);

-- The gateway's plan for a price: immutable there, so a new price is a new plan.
create table gateway_plans (
  key_id text not null,
  amount integer not null,
  currency text not null,
  gateway_id text not null,
  primary key (key_id, amount, currency)
);

create table support_requests (
  team_id uuid not null references teams (id),
  id uuid not null,
  asked_by uuid not null references users (id),
  subject text not null,
  message text not null,
  is_priority boolean not null,
  answer_by timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (team_id, id)
);
create index support_queue on support_requests (is_priority desc, answer_by) where closed_at is null;
alter table support_requests enable row level security;
alter table support_requests force row level security;
create policy team_rows on support_requests
  using (team_id = (select app_team()) or (select app_system())) with check (team_id = (select app_team()) or (select app_system()));

alter table memberships
  -- The owner's choice; null = by the day of joining.
  add column keeps_seat boolean,
  -- May only read: the plan has fewer seats.
  add column view_only_since timestamptz,
  add constraint owners_write check (view_only_since is null or role <> 'owner');
drop trigger rights_of_members on memberships;
create constraint trigger rights_of_members after insert or update of role, removed_at, view_only_since on memberships
  deferrable initially deferred for each row execute function raise_rights();
-- Which teams' time to choose is over is looked for before any team is named.
create index teams_choosing_seats on teams (choose_seats_by) where choose_seats_by is not null;
create policy choosing_seats on teams for select using ((select app_system()) and choose_seats_by is not null);

create function app_now() returns timestamptz language sql stable as $$
  select now() + (select ahead_ms from product_clock) * interval '1 millisecond' $$;

-- As before, but by the product's clock and by what the team is entitled to.
create or replace function append_audit(in_team uuid, entries jsonb) returns bigint language plpgsql as $$
declare
  head audit_heads;
  entry record;
  days integer;
begin
  select * into head from audit_heads where team_id = in_team for update;
  if not found then
    insert into audit_heads (team_id, last_hash, pruned_hash)
      values (in_team, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into strict head from audit_heads where team_id = in_team for update;
  end if;
  select case when t.plan = 'pro' and (t.entitled_until is null or t.entitled_until > app_now()) then 365 else 30 end
    into strict days from teams t where t.id = in_team;
  for entry in select * from jsonb_to_recordset(entries) as e (act text, object text, object_id uuid, object_name text,
    details jsonb, actor uuid, at timestamptz, address text, request_id text, token_id uuid, digest text) loop
    head.last_number := head.last_number + 1;
    head.last_hash := audit_hash(head.last_hash, head.last_number, decode(entry.digest, 'hex'));
    insert into audit_entries (team_id, number, hash, act, object, object_id, object_name, details, actor, at, address,
      request_id, token_id, keep_days)
    values (in_team, head.last_number, head.last_hash, entry.act, entry.object, entry.object_id, entry.object_name,
      entry.details, entry.actor, entry.at, entry.address, entry.request_id, entry.token_id, days);
  end loop;
  update audit_heads set last_number = head.last_number, last_hash = head.last_hash where team_id = in_team;
  return head.last_number;
end $$;
