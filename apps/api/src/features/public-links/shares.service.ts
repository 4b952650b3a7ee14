import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, readPlainText } from '@hearth/contracts/rich-text/plain-text-values';
import { readTeam, withShare } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { hashToken } from './link-token.ts';
import {
  findShare,
  findSharedTask,
  listColumns,
  listNames,
  listSharedTasks,
  type FoundShare,
  type FoundTask,
  type ShareColumn,
  type ShareCursor,
} from './shares.queries.ts';

/** Placeholder for hidden names. */
const SOMEBODY = '…';
/** Matches at most one digit less than PostgreSQL's largest integer has, to prevent overflow in the query. */
const NUMBER = /^[1-9]\d{0,8}$/;

type Names = ReadonlyMap<string, string>;

/** @throws AppError NOT_FOUND, with the same response for links that never existed, are revoked or expired, or currently show nothing */
export async function readShare(
  app: App,
  token: string,
  page: { after: ShareCursor | null; limit: number },
): Promise<{ project: SharedProject; rows: (ShareCursor & { task: SharedTask })[] }> {
  const tokenHash = hashToken(token);
  const found = await withShare(app.db, { tokenHash }, async (tx) => {
    const share = await findShare(tx, tokenHash, app.clock.now());
    if (share === null) return null;
    return { share, columns: await listColumns(tx, share), rows: await listSharedTasks(tx, share, page) };
  });
  if (found === null) throw notThere();
  const { share, columns, rows } = found;
  const names = await readNames(
    app,
    share,
    rows.flatMap(({ task }) => task.assigneeIds),
  );
  return {
    project: toSharedProject(share, columns, names),
    rows: rows.map((row) => ({ ...row, task: toSharedTask(row.task, share, columns, names) })),
  };
}

/** @throws AppError NOT_FOUND, as for `readShare`, and if the link hides descriptions or has no such task */
export async function readSharedTask(
  app: App,
  token: string,
  number: string,
): Promise<{ project: SharedProject; task: SharedTask; details: SharedDetails }> {
  const tokenHash = hashToken(token);
  const found = await withShare(app.db, { tokenHash }, async (tx) => {
    const share = await findShare(tx, tokenHash, app.clock.now());
    if (share?.project.showsDescriptions !== true || !NUMBER.test(number)) return null;
    const task = await findSharedTask(tx, share, Number(number));
    return task === null ? null : { share, columns: await listColumns(tx, share), task };
  });
  if (found === null) throw notThere();
  const { share, columns, task } = found;
  const doc = task.doc ?? readPlainText(task.text);
  const names = await readNames(app, share, [...task.task.assigneeIds, ...listMentioned(doc)]);
  const { checklist, parent, parts } = task;
  return {
    project: toSharedProject(share, columns, names),
    task: toSharedTask(task.task, share, columns, names),
    details: {
      description: isNothing(doc) ? null : (withoutIds(doc, names) as RichText),
      checklist,
      parent,
      parts,
    },
  };
}

function notThere() {
  return notFound('This page');
}

/** Loads names separately because the link's database role may not read them. Returns no names for links that hide them. */
async function readNames(app: App, share: FoundShare, userIds: readonly string[]): Promise<Names> {
  const wanted = share.leadId === null ? userIds : [...userIds, share.leadId];
  if (!share.showsNames || wanted.length === 0) return new Map();
  const { teamId } = share;
  return await readTeam(app.db, { teamId, userId: null }, (tx) => listNames(tx, wanted));
}

function toSharedProject(share: FoundShare, columns: readonly ShareColumn[], names: Names): SharedProject {
  return {
    ...share.project,
    leadName: share.leadId === null ? null : (names.get(share.leadId) ?? null),
    columns: columns.map(({ id: _id, ...column }) => column),
  };
}

function toSharedTask(
  { statusId, assigneeIds, ...task }: FoundTask,
  share: FoundShare,
  columns: readonly ShareColumn[],
  names: Names,
): SharedTask {
  return {
    ...task,
    column: columns.findIndex(({ id }) => id === statusId),
    assignees: share.showsNames ? assigneeIds.flatMap((id) => names.get(id) ?? []) : null,
  };
}

function listMentioned(node: RichNode): string[] {
  if (node.type === 'mention') return [String(node.attrs?.['id'])];
  return (node.content ?? []).flatMap(listMentioned);
}

/** Replaces mentions with plain text because ids must be visible only to signed-in readers. */
function withoutIds(node: RichNode, names: Names): RichNode {
  if (node.type === 'mention')
    return { type: 'text', text: `@${names.get(String(node.attrs?.['id'])) ?? SOMEBODY}` };
  if (node.content === undefined) return node;
  return { ...node, content: node.content.map((part) => withoutIds(part, names)) };
}
