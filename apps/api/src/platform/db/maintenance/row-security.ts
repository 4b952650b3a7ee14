import { sql } from 'kysely';

import type { Db } from '#platform/db/transactions/database.ts';
import { RowSecurityError } from '#platform/db/driver/errors.ts';
import {
  type AnyTx,
  asOwner,
  withSearch,
  withShare,
  withSystem,
} from '#platform/db/transactions/transactions.ts';

async function assertRoleIsPlain(
  tx: AnyTx,
  name: 'hearth_app' | 'hearth_search' | 'hearth_share',
): Promise<void> {
  const role = await sql<{ name: string; superuser: boolean; bypass: boolean; owned: string | null }>`
    select current_user::text as name, r.rolsuper as superuser, r.rolbypassrls as bypass,
      (select c.relname from pg_class c where c.relowner = r.oid limit 1) as owned
    from pg_roles r where r.rolname = current_user`.execute(tx);
  const [found] = role.rows;
  if (found?.name !== name) throw new RowSecurityError(`Requests would run as ${found?.name ?? 'nobody'}.`);
  if (found.superuser)
    throw new RowSecurityError(`The role ${name} is a superuser and would see every team.`);
  if (found.bypass) throw new RowSecurityError(`The role ${name} has BYPASSRLS and would see every team.`);
  if (found.owned) throw new RowSecurityError(`The role ${name} owns ${found.owned} and could unprotect it.`);

  const reachable = await sql<{ name: string }>`
    select rolname as name from pg_roles
    where rolname <> current_user and pg_has_role(current_user, oid, 'member') limit 1`.execute(tx);
  const [other] = reachable.rows;
  if (other) throw new RowSecurityError(`The role ${name} is a member of ${other.name}.`);
}

/** Asserts that a role can read only granted columns and can't write. */
async function assertRoleIsNarrow(tx: AnyTx, name: 'hearth_search' | 'hearth_share'): Promise<void> {
  await assertRoleIsPlain(tx, name);
  const whole = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and has_table_privilege(c.oid, 'select, insert, update, delete, truncate')
    order by c.relname limit 1`.execute(tx);
  const [table] = whole.rows;
  if (table) throw new RowSecurityError(`The role ${name} has a privilege on the whole table ${table.name}.`);
  const writable = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_any_column_privilege(c.oid, 'insert, update')
    order by c.relname limit 1`.execute(tx);
  const [written] = writable.rows;
  if (written) throw new RowSecurityError(`The role ${name} can write to ${written.name}.`);
}

async function assertSearchIsNarrow(tx: AnyTx): Promise<void> {
  await assertRoleIsNarrow(tx, 'hearth_search');
  const others = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname <> 'search_entries' and has_any_column_privilege(c.oid, 'select')
    order by c.relname limit 1`.execute(tx);
  const [other] = others.rows;
  if (other) throw new RowSecurityError(`The role hearth_search can read ${other.name}.`);
}

async function assertTablesAreProtected(tx: AnyTx): Promise<void> {
  const tables = await sql<{
    name: string;
    enabled: boolean;
    forced: boolean;
    required: boolean;
    hasPolicy: boolean;
  }>`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      a.attnotnull as required, exists (select from pg_policy p where p.polrelid = c.oid) as "hasPolicy"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p')
    order by c.relname`.execute(tx);
  for (const table of tables.rows) {
    if (!table.enabled) throw new RowSecurityError(`The table ${table.name} has no row level security.`);
    if (!table.forced)
      throw new RowSecurityError(`The table ${table.name} does not force row level security.`);
    if (!table.hasPolicy) throw new RowSecurityError(`The table ${table.name} has no policy.`);
    if (!table.required) throw new RowSecurityError(`The table ${table.name} allows rows without a team.`);
  }

  // Permissive policies are combined with OR: a policy that checks neither team nor user would open the table to every team.
  const policies = await sql<{ table: string; name: string }>`
    select c.relname as table, p.polname as name
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and p.polpermissive and exists (
      select from unnest(array[pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)]) as e (rule)
      where rule is not null and rule !~ 'app_(team|user|system|share)\\(\\)')
    order by c.relname limit 1`.execute(tx);
  const [open] = policies.rows;
  if (open)
    throw new RowSecurityError(
      `The policy ${open.name} of ${open.table} checks neither the team nor the user.`,
    );

  const functions = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    limit 1`.execute(tx);
  const [definer] = functions.rows;
  if (definer)
    throw new RowSecurityError(
      `The function ${definer.name} runs with the rights of its owner (security definer).`,
    );

  const views = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and (c.relkind = 'm' or (c.relkind = 'v'
      and not coalesce('security_invoker=true' = any (c.reloptions) or 'security_invoker=on' = any (c.reloptions), false)))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    limit 1`.execute(tx);
  const [view] = views.rows;
  if (view)
    throw new RowSecurityError(
      `The view ${view.name} bypasses row level security (security_invoker is off).`,
    );
}

/**
 * Asserts that the roles and grants exist. Dumps do not contain them: roles belong to the server, and grants to a missing
 * role are lost.
 */
async function assertRolesAreThere(tx: AnyTx): Promise<void> {
  const { rows } = await sql<{ name: string; isThere: boolean; reads: boolean | null }>`
    select wanted.name, r.oid is not null as "isThere", has_table_privilege(r.oid, wanted.probe, 'select')
      or has_any_column_privilege(r.oid, wanted.probe, 'select') as reads
    from (values ('hearth_app', 'teams'), ('hearth_search', 'search_entries'), ('hearth_share', 'projects')) as wanted (name, probe)
    left join pg_roles r on r.rolname = wanted.name
    order by wanted.name`.execute(tx);
  const faulty = rows.find(({ isThere, reads }) => !isThere || reads !== true);
  if (faulty === undefined) return;
  const what = faulty.isThere
    ? `The role ${faulty.name} has no privileges here`
    : `The role ${faulty.name} does not exist`;
  throw new RowSecurityError(
    `${what}: dumps do not include roles. Create them on the server (create role hearth_app nologin; create role ` +
      `hearth_search nologin; create role hearth_share nologin), restore the dump into an empty database, and start again.`,
  );
}

const NO_TEAM = '00000000-0000-0000-0000-000000000000';

/** Verifies at each start that requests can't bypass row-level security. Throws an error that names the violation. */
export async function assertRowSecurity(db: Db): Promise<void> {
  await asOwner(db, assertRolesAreThere, { isReadOnly: true });
  await withSystem(db, (tx) => assertRoleIsPlain(tx, 'hearth_app'), { isReadOnly: true });
  await withShare(db, { tokenHash: Buffer.alloc(32) }, (tx) => assertRoleIsNarrow(tx, 'hearth_share'));
  await withSearch(db, { teamId: NO_TEAM, match: {} }, assertSearchIsNarrow);
  await asOwner(db, assertTablesAreProtected, { isReadOnly: true });
}

/**
 * Runs one statement in PL/pgSQL. After a package upgrade of a running server, plain SQL still works, but PL/pgSQL fails
 * until the restart.
 */
export async function assertHealthy(db: Db): Promise<void> {
  await withSystem(db, (tx) => sql`do $$ begin perform 1; end $$`.execute(tx), { isReadOnly: true });
}
