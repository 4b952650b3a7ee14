import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { asOwner, type Db } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { attach, drawPng, insertAttachment } from '#testing/attach.ts';
import { makeDocument } from '#testing/documents.ts';
import {
  joinTeam,
  makeProject,
  makeTask,
  makeTeam,
  signIn,
  type Client,
  type SignedIn,
} from '#testing/make.ts';
import type { IdsByKind } from './rights-samples.ts';
import {
  makeField,
  makeTaskType,
  makeLabel,
  makeMilestone,
  makeStatus,
  makeTemplate,
  makeView,
} from './rights-subjects.ts';
import { insertCycle } from './insert-cycle.ts';
import { insertAnnotation } from '#testing/annotations.ts';
import { insertInvoice } from '#testing/billing.ts';
import { makeExport } from '#testing/transfer.ts';
import type { TestApp } from '#testing/start-app.ts';
import { insertProposal, insertThread } from '#testing/insert-thread.ts';

/** Creates one entity of each kind in a team on demand. */
export type MakeId = (kind: IdKind) => Promise<string>;

let people = 0;

async function signInSomebody(api: TestApp): Promise<SignedIn> {
  return await signIn(api, `swap-${++people}@example.com`);
}

async function addMember(api: TestApp, owner: Client, teamId: string): Promise<string> {
  const person = await signInSomebody(api);
  await joinTeam(owner, teamId, person);
  return person.user.id;
}

async function makeInvite(api: TestApp, owner: Client, teamId: string): Promise<string> {
  const email = `invited-${++people}@example.com`;
  const created = await owner.post<{ invite: { id: string } }>(`/teams/${teamId}/invites`, { email });
  // Send its email now: the delivery is recorded in the tables and must not change their digest later.
  await getJobs(api.app).runDue();
  return created.body.invite.id;
}

async function makeComment(owner: Client, teamId: string): Promise<string> {
  const task = await makeTask(owner, teamId);
  const id = randomUUID();
  await owner.post(`/teams/${teamId}/tasks/${task.id}/comments`, { id, body: 'First' });
  return id;
}

async function makeItem(owner: Client, teamId: string): Promise<string> {
  const task = await makeTask(owner, teamId);
  const id = randomUUID();
  await owner.post(`/teams/${teamId}/tasks/${task.id}/checklist`, { id, title: 'Step' });
  return id;
}

async function makeAttachment(owner: Client, teamId: string): Promise<string> {
  const task = await makeTask(owner, teamId);
  const id = randomUUID();
  await attach(owner, `/teams/${teamId}/tasks/${task.id}/attachments`, { id, content: await drawPng() });
  return id;
}

const HALF_AN_HOUR = { startedAt: '2026-11-19T09:00:00Z', endedAt: '2026-11-19T09:30:00Z' };

async function makeTime(owner: Client, teamId: string): Promise<string> {
  const task = await makeTask(owner, teamId);
  const id = randomUUID();
  await owner.post(`/teams/${teamId}/tasks/${task.id}/time`, { id, ...HALF_AN_HOUR });
  return id;
}

/** Creates a task of a series. If `isClosed`, the task is cancelled, which stalls the series. */
async function makeRepeating(owner: Client, teamId: string, isClosed: boolean): Promise<string> {
  const task = await makeTask(owner, teamId, {
    dueDate: '2026-11-20',
    repeat: { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' },
  });
  if (isClosed) {
    const { body } = await owner.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`);
    const statusId = body.statuses.find(({ category }) => category === 'cancelled')?.id;
    await owner.patch(`/teams/${teamId}/tasks/${task.id}`, { statusId });
  }
  return task.id;
}

async function makeSkip(owner: Client, teamId: string): Promise<string> {
  const taskId = await makeRepeating(owner, teamId, false);
  const id = randomUUID();
  await owner.post(`/teams/${teamId}/tasks/${taskId}/skips`, { id });
  return id;
}

async function makeRelation(owner: Client, teamId: string): Promise<string> {
  const [one, other] = [await makeTask(owner, teamId), await makeTask(owner, teamId)];
  const id = randomUUID();
  await owner.post(`/teams/${teamId}/tasks/${one.id}/relations`, { id, side: 'blocks', otherId: other.id });
  return id;
}

/** Creates an object in the task, project or document named in the same request. Returns null for all other kinds. */
export async function makeOnTask(
  kind: IdKind,
  route: RouteSpec,
  api: TestApp,
  owner: SignedIn,
  teamId: string,
  { task = '', project, document }: IdsByKind,
): Promise<string | null> {
  const path = `/teams/${teamId}/tasks/${task}`;
  const id = randomUUID();
  if (kind === 'cycle' && project !== undefined)
    return await asOwner(api.app.db, (tx) => insertCycle(tx, teamId, project, api.app.clock.now()));
  if (kind === 'milestone' && project !== undefined) {
    const milestoneId = await makeMilestone(owner, teamId, project);
    if (route.id === 'milestones.restore')
      await owner.delete(`/teams/${teamId}/projects/${project}/milestones/${milestoneId}`);
    return milestoneId;
  }
  // Only a confirmed proposal can be undone.
  if (kind === 'proposal' && route.id === 'assistant.undo')
    return await insertProposal(api, { teamId, userId: owner.user.id, isConfirmed: true });
  if (kind === 'comment') {
    await owner.post(`${path}/comments`, { id, body: 'First' });
    // Only a deleted comment can be restored.
    if (route.id === 'comments.restore') await owner.delete(`${path}/comments/${id}`);
    return id;
  }
  if (kind === 'task' && route.id.startsWith('series.')) {
    return await makeRepeating(owner, teamId, route.id === 'series.next');
  }
  if (kind === 'skip') {
    await owner.post(`${path}/skips`, { id });
    return id;
  }
  if (kind === 'checklistItem') {
    await owner.post(`${path}/checklist`, { id, title: 'Step' });
    return id;
  }
  if (kind === 'timeEntry' && task !== '') {
    await owner.post(`${path}/time`, { id, ...HALF_AN_HOUR });
    if (route.id === 'time.restore') await owner.delete(`${path}/time/${id}`);
    return id;
  }
  if (kind === 'attachment') {
    await attach(owner, `${path}/attachments`, { id, content: await drawPng() });
    // Only a deleted attachment can be restored.
    if (route.id === 'attachments.restore') await owner.delete(`${path}/attachments/${id}`);
    return id;
  }
  if (kind === 'otherDocument' && project !== undefined)
    return (await makeDocument(owner, teamId, { projectId: project })).id;
  if (kind === 'documentAttachment') {
    const files = `/teams/${teamId}/documents/${document}/attachments`;
    await attach(owner, files, { id, content: await drawPng() });
    if (route.id === 'documentAttachments.restore') await owner.delete(`${files}/${id}`);
    return id;
  }
  if (kind !== 'relation') return null;
  const other = await makeTask(owner, teamId);
  await owner.post(`${path}/relations`, { id, side: 'blocks', otherId: other.id });
  return id;
}

async function makeTrash(owner: Client, teamId: string): Promise<string> {
  const task = await makeTask(owner, teamId);
  await owner.delete(`/teams/${teamId}/tasks/${task.id}`);
  return task.id;
}

async function makeToken(owner: SignedIn, teamId: string): Promise<string> {
  const fields = { name: 'Script', scopes: ['tasks.list'], teamId };
  const created = await owner.post<{ token: { id: string } }>('/account/tokens', fields);
  return created.body.token.id;
}

/** Creates an additional session of this user. */
async function makeSession(api: TestApp, person: SignedIn): Promise<string> {
  const second = await signIn(api, person.user.email);
  const { body } = await second.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/auth/sessions');
  return body.sessions.find((one) => one.isCurrent)?.id ?? '';
}

/** Returns a function that creates entities in a team of `owner`. */
export function makeLive(api: TestApp, owner: SignedIn, teamId: string): MakeId {
  return async (kind) => {
    if (kind === 'team') return teamId;
    if (kind === 'user') return await addMember(api, owner, teamId);
    if (kind === 'invite') return await makeInvite(api, owner, teamId);
    if (kind === 'project') return (await makeProject(owner, teamId)).id;
    if (kind === 'privateProject') return (await makeProject(owner, teamId, { isPrivate: true })).id;
    if (kind === 'status') return await makeStatus(owner, teamId);
    if (kind === 'label') return await makeLabel(owner, teamId);
    if (kind === 'cycle') {
      const { id } = await makeProject(owner, teamId);
      return await asOwner(api.app.db, (tx) => insertCycle(tx, teamId, id, api.app.clock.now()));
    }
    if (kind === 'milestone')
      return await makeMilestone(owner, teamId, (await makeProject(owner, teamId)).id);
    if (kind === 'taskType') return await makeTaskType(owner, teamId);
    if (kind === 'field') return await makeField(owner, teamId);
    if (kind === 'view') return await makeView(owner, teamId);
    if (kind === 'template') return await makeTemplate(owner, teamId);
    if (kind === 'task' || kind === 'otherTask') return (await makeTask(owner, teamId)).id;
    if (kind === 'document' || kind === 'otherDocument') return (await makeDocument(owner, teamId)).id;
    if (kind === 'documentTemplate') return (await makeDocument(owner, teamId, { isTemplate: true })).id;
    if (kind === 'documentAttachment') {
      const { id } = await makeDocument(owner, teamId);
      return await insertAttachment(api, { teamId, documentId: id, by: owner.user.id, isDeleted: false });
    }
    if (kind === 'checklistItem') return await makeItem(owner, teamId);
    if (kind === 'attachment') return await makeAttachment(owner, teamId);
    if (kind === 'timeEntry') return await makeTime(owner, teamId);
    if (kind === 'skip') return await makeSkip(owner, teamId);
    if (kind === 'relation') return await makeRelation(owner, teamId);
    if (kind === 'comment') return await makeComment(owner, teamId);
    if (kind === 'trash') return await makeTrash(owner, teamId);
    if (kind === 'session') return await makeSession(api, owner);
    if (kind === 'annotation') return await insertAnnotation(api, teamId);
    if (kind === 'invoice') return (await insertInvoice(api, teamId)).id;
    if (kind === 'thread') return await insertThread(api, { teamId, userId: owner.user.id });
    if (kind === 'proposal') return await insertProposal(api, { teamId, userId: owner.user.id });
    if (kind === 'export') return await makeExport(owner, teamId);
    if (kind === 'token') return await makeToken(owner, teamId);
    throw new Error(`No factory for ${kind}`);
  };
}

/** Returns a function that creates entities and deletes them. */
export function makeDeleted(api: TestApp, owner: SignedIn, teamId: string): MakeId {
  const live = makeLive(api, owner, teamId);
  const remove = async (path: string): Promise<void> => {
    const { status } = await owner.delete(path);
    if (status !== 204) throw new Error(`${path} was not deleted: ${status}`);
  };
  return async (kind) => {
    if (kind === 'team') {
      const team = await makeTeam(owner, 'Gone');
      await remove(`/teams/${team._id}`);
      return team._id;
    }
    // Only trashed items can be restored from the trash.
    if (kind === 'trash') return await live('task');
    const id = await live(kind);
    if (kind === 'user') await remove(`/teams/${teamId}/members/${id}`);
    if (kind === 'invite') await remove(`/teams/${teamId}/invites/${id}`);
    if (kind === 'project' || kind === 'privateProject') await remove(`/teams/${teamId}/projects/${id}`);
    if (kind === 'status') await remove(`/teams/${teamId}/statuses/${id}`);
    if (kind === 'label') await remove(`/teams/${teamId}/labels/${id}`);
    if (kind === 'cycle')
      await asOwner(api.app.db, (tx) => tx.deleteFrom('cycles').where('id', '=', id).execute());
    if (kind === 'milestone') {
      const set = { deleted_at: api.app.clock.now(), left_task_ids: [] };
      await asOwner(api.app.db, (tx) => tx.updateTable('milestones').set(set).where('id', '=', id).execute());
    }
    if (kind === 'view') await remove(`/teams/${teamId}/views/${id}`);
    if (kind === 'task' || kind === 'otherTask') await remove(`/teams/${teamId}/tasks/${id}`);
    if (kind === 'document' || kind === 'otherDocument' || kind === 'documentTemplate')
      await remove(`/teams/${teamId}/documents/${id}`);
    if (kind === 'documentAttachment')
      await asOwner(api.app.db, (tx) => tx.deleteFrom('document_attachments').where('id', '=', id).execute());
    if (kind === 'token') await remove(`/account/tokens/${id}`);
    if (kind === 'session') await remove(`/auth/sessions/${id}`);
    if (kind === 'skip') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('task_skips').where('id', '=', id).execute());
    }
    if (kind === 'taskType') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('task_types').where('id', '=', id).execute());
    }
    if (kind === 'field') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('fields').where('id', '=', id).execute());
    }
    if (kind === 'checklistItem') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('checklist_items').where('id', '=', id).execute());
    }
    if (kind === 'timeEntry') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('time_entries').where('id', '=', id).execute());
    }
    if (kind === 'attachment') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('attachments').where('id', '=', id).execute());
    }
    if (kind === 'template') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('templates').where('id', '=', id).execute());
    }
    if (kind === 'relation') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('task_relations').where('id', '=', id).execute());
    }
    if (kind === 'annotation')
      await asOwner(api.app.db, (tx) => tx.deleteFrom('annotations').where('id', '=', id).execute());
    if (kind === 'invoice') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('invoices').where('id', '=', id).execute());
    }
    if (kind === 'thread') await remove(`/teams/${teamId}/assistant/threads/${id}`);
    if (kind === 'proposal')
      await asOwner(api.app.db, (tx) => tx.deleteFrom('assistant_proposals').where('id', '=', id).execute());
    if (kind === 'export') {
      await asOwner(api.app.db, (tx) => tx.deleteFrom('team_exports').where('id', '=', id).execute());
    }
    return id;
  };
}

/** Creates at most one entity of each kind, for requests that do not consume entities. */
export function cacheEach(make: MakeId): MakeId {
  const cache = new Map<IdKind, string>();
  return async (kind) => {
    const id = cache.get(kind) ?? (await make(kind));
    cache.set(kind, id);
    return id;
  };
}

/**
 * Tables that may change during a rejected request: last-active times of sessions and members, jobs, and the search index, which is updated
 * asynchronously.
 */
const UNTIED = new Set([
  'sessions',
  'member_activity',
  'schema_migrations',
  'jobs',
  'search_entries',
  'search_cursors',
]);

/** Computes a digest over the rows of all tables. */
export async function digestTables(db: Db): Promise<string> {
  return await asOwner(
    db,
    async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(tx);
      const parts = rows
        .filter((row) => !UNTIED.has(row.name))
        .map(
          ({ name }) =>
            sql`select ${name}::text || md5(coalesce(string_agg(r::text, '' order by r::text), '')) as part from ${sql.table(name)} r`,
        );
      const digest = await sql<{ part: string }>`${sql.join(parts, sql` union all `)}`.execute(tx);
      return digest.rows.map((row) => row.part).join(' ');
    },
    { isReadOnly: true },
  );
}

/** Computes a digest over this team's rows in all tables. */
export async function digestTeam(db: Db, teamId: string): Promise<string> {
  return await asOwner(
    db,
    async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`.execute(tx);
      const parts = rows.map(
        ({ name }) =>
          sql`select ${name}::text || md5(coalesce(string_agg(r::text, '' order by r::text), '')) as part
            from ${sql.table(name)} r where r.team_id = ${teamId}`,
      );
      const digest = await sql<{ part: string }>`${sql.join(parts, sql` union all `)}`.execute(tx);
      return digest.rows.map((row) => row.part).join(' ');
    },
    { isReadOnly: true },
  );
}

/** Removes all plan limits because they would cause error responses. */
export async function liftLimits(db: Db): Promise<void> {
  await asOwner(db, async (tx) => {
    await tx.updateTable('team_usage').set({ lim: null }).execute();
    // Enables features that require the Pro plan.
    await tx.updateTable('teams').set({ plan: 'pro', has_plan_override: true }).execute();
  });
}
