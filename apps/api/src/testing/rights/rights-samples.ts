import { randomUUID } from 'node:crypto';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import { idFieldsOf } from '#platform/http/id-fields.ts';
import { toUpload } from '#testing/transfer.ts';
import { makeTeamFile } from '#testing/zip.ts';

/** Ids for one cell of the matrix, by kind. */
export type IdsByKind = Partial<Record<IdKind, string>>;

interface Sample {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  upload?: Blob;
}

type IdOf = (kind: IdKind) => string;

let drawn = 0;
/** A PNG of one pixel. */
const PICTURE = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
);
const NOTES = new Blob(['Notes of a meeting'], { type: ATTACHMENT.upload });
const ABSENCE = randomUUID();
const NO_IMAGE = 'A'.repeat(32);
const fresh = (): string => `n${++drawn}`;

const OF_CYCLES: ReadonlySet<string> = new Set(['read', 'flow', 'burn', 'forecast', 'odds', 'tasks']);

/** Samples of an analytics route and its CSV variant. */
function sampleOf(name: string, query: Record<string, string>): [string, (of: IdOf) => Sample][] {
  return [name, `${name}Csv`].map((route) => [
    `analytics.${route}`,
    (of) => ({
      query: {
        ...query,
        projectId: of('project'),
        ...(OF_CYCLES.has(name) ? { cycleId: of('cycle') } : {}),
        ...(name === 'tasks' ? { statusId: of('status'), userId: of('user') } : {}),
      },
    }),
  ]);
}

/** A valid request for each route that needs more than a path. All id fields are set, so that id swaps cover each of them. */
const SAMPLES: Record<string, (of: IdOf) => Sample> = {
  'account.update': () => ({ body: { name: `Somebody ${fresh()}` } }),
  'tokens.create': (of) => ({ body: { name: 'Script', scopes: ['tasks.list'], teamId: of('team') } }),
  'account.putImage': () => ({ upload: PICTURE }),
  'teams.putImage': () => ({ upload: PICTURE }),
  'imports.create': () => ({ upload: toUpload(makeTeamFile()) }),
  'auth.developmentToken': () => ({ body: { email: 'somebody@example.com', name: 'Somebody' } }),
  'contact.send': () => ({
    body: { name: 'Somebody', email: 'somebody@example.com', message: 'Hello' },
  }),
  'firstLoad.read': (of) => ({ query: { teamId: of('team'), projectId: of('project') } }),
  'billing.subscription': (of) => ({ query: { teamId: of('team') } }),
  'billing.checkout': () => ({ body: { plan: 'pro' } }),
  'billing.confirm': () => ({
    body: { razorpay_payment_id: 'pay_1', razorpay_subscription_id: 'sub_1', razorpay_signature: 'ab' },
  }),
  'billing.cancel': () => ({ body: { reason: 'Too dear' } }),
  'billing.update': () => ({ body: { name: `Buyer ${fresh()}` } }),
  'clock.advance': () => ({ body: { advanceSeconds: 0 } }),
  'support.ask': () => ({ body: { subject: `Help ${fresh()}`, message: 'How?' } }),
  'billing.developmentPlan': () => ({ body: { plan: 'pro' } }),
  'teams.create': (of) => ({ body: { id: of('new'), name: 'New' } }),
  'teams.update': () => ({ body: { name: `Home ${fresh()}` } }),
  'seats.choose': (of) => ({ body: { keptIds: [of('user')] } }),
  'members.update': () => ({ body: { teamRole: 'guest' } }),
  'workTimes.update': () => ({
    body: { capacity: 10, absences: { [ABSENCE]: { from: '2026-12-24', to: '2026-12-31', word: fresh() } } },
  }),
  'workTimes.updateTeam': () => ({ body: { capacity: 10 } }),
  'members.transfer': (of) => ({ body: { userId: of('user') } }),
  'invites.create': (of) => ({ body: { id: of('new'), teamRole: 'guest' } }),
  'projects.create': (of) => ({ body: { id: of('new'), name: 'Project', leadId: of('user') } }),
  'projects.createSample': (of) => ({ body: { id: of('new') } }),
  'projects.update': (of) => ({ body: { description: fresh(), leadId: of('user') } }),
  'projects.grant': () => ({ body: { level: 'view' } }),
  'publicLinks.put': () => ({ body: { expiresInDays: 7 } }),
  'statuses.create': (of) => ({ body: { id: of('new'), name: 'Waiting', category: 'started' } }),
  'statuses.update': () => ({ body: { name: `Waiting ${fresh()}` } }),
  'labels.create': (of) => ({ body: { id: of('new'), name: `Label ${fresh()}` } }),
  'milestones.create': (of) => ({
    body: { id: of('new'), name: `Milestone ${fresh()}`, targetDate: '2026-12-24' },
  }),
  'milestones.update': () => ({ body: { name: `Milestone ${fresh()}` } }),
  'taskTypes.create': (of) => ({ body: { id: of('new'), name: `Type ${fresh()}`, icon: 'bug' } }),
  'taskTypes.update': () => ({ body: { name: `Type ${fresh()}` } }),
  'fields.create': (of) => ({ body: { id: of('new'), name: `Field ${fresh()}`, type: 'text' } }),
  'fields.update': () => ({ body: { name: `Field ${fresh()}` } }),
  'cycles.update': () => ({ body: { name: `Cycle ${fresh()}` } }),
  'views.create': (of) => ({
    body: {
      id: of('new'),
      name: `View ${fresh()}`,
      projectId: of('project'),
      text: 'view=table&group=priority',
      // Guests may create only private views. Denied sharing is tested separately.
      isPrivate: true,
    },
  }),
  'templates.fromTask': (of) => ({
    body: { id: of('new'), name: `Template ${fresh()}`, people: [{ userId: of('user'), role: 'Reviewer' }] },
  }),
  'templates.fromProject': (of) => ({
    body: { id: of('new'), name: `Template ${fresh()}`, people: [{ userId: of('user'), role: null }] },
  }),
  'templates.update': () => ({ body: { name: `Template ${fresh()}` } }),
  'templates.use': (of) => ({
    body: {
      id: of('new'),
      startDate: '2026-11-22',
      projectId: of('project'),
      roleIds: [of('user')],
    },
  }),
  'views.update': () => ({ body: { name: `View ${fresh()}` } }),
  'labels.update': () => ({ body: { name: `Label ${fresh()}` } }),
  'tasks.list': (of) => ({
    query: {
      projectId: of('project'),
      statusId: of('status'),
      assigneeId: of('user'),
      labelId: of('label'),
      parentId: of('otherTask'),
    },
  }),
  ...Object.fromEntries(
    ['read', 'flow', 'workload', 'annotations'].flatMap((name) =>
      sampleOf(name, { from: '2026-11-01', to: '2026-11-30' }),
    ),
  ),
  ...Object.fromEntries(['burn', 'velocity', 'odds', 'record'].flatMap((name) => sampleOf(name, {}))),
  ...Object.fromEntries(sampleOf('forecast', { tasks: '5' })),
  ...Object.fromEntries(sampleOf('tasks', { metric: 'throughput', day: '2026-11-20' })),
  'mcp.call': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }),
  'analytics.report': (of) => ({ query: { projectId: of('project') } }),
  'analytics.putSchedule': (of) => ({
    body: { weekday: 1, hour: 9, projectId: of('project'), savesDocument: true, recipientIds: [of('user')] },
  }),
  'analytics.annotate': (of) => ({
    body: { id: of('new'), day: '2026-11-20', text: `Note ${fresh()}`, projectId: of('project') },
  }),
  'search.read': (of) => ({ query: { q: 'task', author: of('user'), project: of('project') } }),
  'assistant.ask': (of) => ({ body: { text: 'help', threadId: of('thread') } }),
  'assistant.confirm': () => ({ body: {} }),
  'assistant.renameThread': () => ({ body: { title: `Thread ${fresh()}` } }),
  'assistant.changeSettings': () => ({ body: { mode: 'any' } }),
  'tasks.count': (of) => ({ query: { projectId: of('project') } }),
  'tasks.changed': (of) => ({
    query: {
      projectId: of('project'),
      since: new Date(Date.now() - 86_400_000).toISOString(),
      by: 'everybody',
    },
  }),
  'tasks.create': (of) => ({
    body: {
      id: of('new'),
      title: 'Task',
      projectId: of('project'),
      statusId: of('status'),
      assigneeIds: [of('user')],
      watcherIds: [of('user')],
      labelIds: [of('label')],
      reporterId: of('user'),
      typeId: of('taskType'),
      milestoneId: of('milestone'),
      cycleId: of('cycle'),
      parentId: of('otherTask'),
    },
  }),
  'tasks.update': (of) => ({
    body: {
      description: fresh(),
      projectId: of('project'),
      statusId: of('status'),
      assigneeIds: [of('user')],
      watcherIds: [of('user')],
      labelIds: [of('label')],
      reporterId: of('user'),
      typeId: of('taskType'),
      milestoneId: of('milestone'),
      cycleId: of('cycle'),
      coverId: of('attachment'),
      parentId: of('otherTask'),
    },
  }),
  'tasks.updateMany': (of) => ({
    body: {
      taskIds: [of('task')],
      projectId: of('project'),
      statusId: of('status'),
      assigneeIds: [of('user')],
      watcherIds: [of('user')],
      labelIds: [of('label')],
      reporterId: of('user'),
      typeId: of('taskType'),
      milestoneId: of('milestone'),
      cycleId: of('cycle'),
      parentId: of('otherTask'),
      each: [{ estimate: Number(fresh().slice(1)) % 100 }],
    },
  }),
  'projects.favourite': () => ({ body: {} }),
  'documents.favourite': () => ({ body: {} }),
  'views.favourite': () => ({ body: {} }),
  'ownTasks.update': (of) => ({ body: { taskIds: [of('task')], snoozedUntil: '2031-02-03' } }),
  'tasks.watch': (of) => ({ body: { taskIds: [of('task')], isWatching: true } }),
  'tasks.deleteMany': (of) => ({ body: { taskIds: [of('task')] } }),
  'trash.restoreMany': (of) => ({ body: { itemIds: [of('trash')] } }),
  'checklist.create': (of) => ({ body: { id: of('new'), title: `Step ${fresh()}` } }),
  'checklist.update': () => ({ body: { title: `Step ${fresh()}` } }),
  'time.create': (of) => ({
    body: {
      id: of('new'),
      startedAt: '2026-11-19T09:00:00Z',
      endedAt: '2026-11-19T09:30:00Z',
      note: fresh(),
    },
  }),
  'time.update': () => ({ body: { note: fresh() } }),
  'time.start': (of) => ({ body: { id: of('new') } }),
  'time.stop': (of) => ({ body: { entryId: of('timeEntry') } }),
  'time.sheet': (of) => ({ query: { userId: of('user'), projectId: of('project'), from: '2026-11-01' } }),
  'attachments.create': (of) => ({ query: { id: of('new'), name: `notes-${fresh()}.txt` }, upload: NOTES }),
  'attachments.update': () => ({ body: { name: `notes-${fresh()}.txt` } }),
  'documentAttachments.create': (of) => ({
    query: { id: of('new'), name: `notes-${fresh()}.txt` },
    upload: NOTES,
  }),
  'documentAttachments.copy': (of) => ({
    body: { fromDocumentId: of('otherDocument'), attachmentId: of('documentAttachment') },
  }),
  'documentAttachments.update': () => ({ body: { name: `notes-${fresh()}.txt` } }),
  'documents.list': (of) => ({ query: { parentId: of('otherDocument'), projectId: of('project') } }),
  'documents.create': (of) => ({
    body: {
      id: of('new'),
      title: '',
      parentId: of('otherDocument'),
      projectId: of('project'),
      templateId: of('documentTemplate'),
    },
  }),
  'documents.update': (of) => ({
    body: {
      icon: '📄',
      title: fresh(),
      parentId: of('otherDocument'),
      projectId: of('project'),
      templateId: of('documentTemplate'),
    },
  }),
  'documents.copy': (of) => ({ body: { id: of('new'), parentId: of('otherDocument') } }),
  'documents.grant': () => ({ body: { level: 'view' } }),
  'series.next': () => ({ body: {} }),
  'series.skip': (of) => ({ body: { id: of('new'), reason: 'On holiday' } }),
  'relations.create': (of) => ({ body: { id: of('new'), side: 'blocks', otherId: of('otherTask') } }),
  'tasks.comment': (of) => ({ body: { id: of('new'), body: 'A comment', parentId: of('comment') } }),
  'comments.update': () => ({ body: { body: `A comment ${fresh()}` } }),
};

/** Token of a public link, and the number of a task that the link exposes. */
export interface SharedTask {
  token: string;
  number: string;
}
const NOTHING_SHARED: SharedTask = { token: 'A'.repeat(27), number: '1' };

export interface BuiltRequest {
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  upload: Blob | undefined;
}

/**
 * Builds the sample request of a route with these ids.
 * @throws Error if the sample or one of its ids is missing: every new route with a body needs a sample
 */
export function buildRequest(
  route: RouteSpec,
  ids: IdsByKind,
  link: string,
  shared: SharedTask = NOTHING_SHARED,
): BuiltRequest {
  const of = (kind: IdKind): string => {
    if (kind === 'new') return randomUUID();
    const id = ids[kind];
    if (id === undefined) throw new Error(`${route.id}: no factory for ${kind}`);
    return id;
  };
  const make = SAMPLES[route.id];
  if ((route.body ?? route.upload) !== undefined && make === undefined)
    throw new Error(`${route.id}: no sample body defined`);
  const { query = {}, body, upload } = make?.(of) ?? {};
  const params: Record<string, string> = {};
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
    const kind = route.ids?.[name];
    const given = { link, ...shared, image: NO_IMAGE, emoji: '👍' }[name];
    if (kind === undefined && given === undefined)
      throw new Error(`${route.id}: no sample value for ${name}`);
    params[name] = kind === undefined ? String(given) : of(kind);
  }
  for (const field of idFieldsOf(route)) {
    // Ids of new rows within other rows, such as the options of a field, refer to nothing.
    const isOptional = route.ids?.[field] === 'new';
    if (!isOptional && params[field] === undefined && query[field] === undefined && !hasField(body, field)) {
      throw new Error(`${route.id}: the sample body lacks ${field}`);
    }
  }
  return { path: route.path, params, query, body, upload };
}

function hasField(value: unknown, field: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, field) || Object.values(value).some((one) => hasField(one, field));
}

export function toUrl({ path, params, query }: BuiltRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Returns the kinds of the ids in a route's request. */
export function kindsOf(route: RouteSpec): IdKind[] {
  return [...new Set(Object.values(route.ids ?? {}))];
}
