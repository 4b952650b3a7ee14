import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import 'fake-indexeddb/auto';
import type { Change, SyncRows } from '@hearth/contracts/sync';
import { compileFilter } from '@hearth/contracts/views/view-filter-values';
import { compareTasksBy } from '@hearth/contracts/views/view-sort-values';
import { parseFilter, parseSort } from '@hearth/contracts/views/view-text-values';
import { NO_FILTER } from '@hearth/contracts/views/view-values';
import { compareByPosition } from '@hearth/web/src/platform/sync/store/commands.ts';
import { internRow } from '@hearth/web/src/platform/sync/rows/intern.ts';
import { LocalCopy, readChunks } from '@hearth/web/src/platform/sync/copies/local-copy.ts';
import { RowStore } from '@hearth/web/src/platform/sync/rows/row-store.ts';
import { openStorage } from '@hearth/web/src/platform/sync/copies/storage.ts';
import { browserClock } from '@hearth/web/src/platform/sync/copies/tabs.ts';
import type { BaseRows, Pending } from '@hearth/web/src/platform/sync/rows/types.ts';
import { View } from '@hearth/web/src/platform/sync/rows/views.ts';

// Benchmarks the sync store in isolation, in Node: `node --expose-gc tools/bench/store.ts [rows]`. Prints the main thread's CPU time in
// ms and asserts nothing.
type Task = SyncRows['task'];

const ROWS = Number(process.argv[2] ?? 100_000);
const STATUSES = Array.from({ length: 6 }, () => crypto.randomUUID());
const PROJECTS = Array.from({ length: 200 }, () => crypto.randomUUID());
const DAYS = Array.from({ length: 90 }, (_, n) =>
  new Date(Date.UTC(2026, 9, 1 + n)).toISOString().slice(0, 10),
);
const PEOPLE = Array.from({ length: 40 }, () => crypto.randomUUID());

let random = 1;
/** Picks an item with a seeded generator so that every run has the same rows. */
function pick<T>(list: readonly T[]): T {
  random = (random * 48_271) % 2_147_483_647;
  return list[random % list.length] as T;
}

function makeTask(number: number): Task {
  return {
    id: crypto.randomUUID(),
    number,
    key: `WEB-${number}`,
    title: `Task ${number}: what is to be done, in about sixty characters of text`,
    description: '',
    descriptionDoc: null,
    descriptionVersion: null,
    projectId: pick(PROJECTS),
    statusId: pick(STATUSES),
    ...EMPTY_SCALARS,
    priority: pick(['none', 'low', 'medium', 'high', 'urgent'] as const),
    assigneeIds: [pick(PEOPLE)],
    labelIds: [],
    startDate: null,
    dueDate: pick([null, ...DAYS]),
    repeat: null,
    reporterId: null,
    watcherIds: [],
    trackedSeconds: 0,
    typeId: null,
    triage: null,
    milestoneId: null,
    custom: {},
    cycleId: null,
    coverId: null,
    series: null,
    parentId: null,
    siblingPosition: null,
    position: `a${String(pick([...Array(9).keys()]))}${number.toString(36).padStart(4, '0')}`,
    createdBy: pick(PEOPLE),
    createdAt: '2026-11-20T09:30:00.000Z',
    updatedAt: '2026-11-20T09:30:00.000Z',
    closedAt: null,
  };
}

/** Prints the mean because the resolution of a thread's CPU clock is too low for a single short step. */
function report(what: string, ms: readonly number[]): void {
  const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
  console.log(`${what.padEnd(58)} ${mean.toFixed(2).padStart(8)} ms`);
}

/** Returns this thread's CPU time in ms. It excludes other processes on the host. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function time(work: () => void): number {
  const start = cpuMs();
  work();
  return cpuMs() - start;
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_000_000;
}

function makeJson(): string {
  return JSON.stringify(Array.from({ length: ROWS }, (_, n) => makeTask(n + 1)));
}

/** Parses rows as if received over the network so that each has its own copy of every string. */
function parseRows(json: string): BaseRows {
  const rows = new Map<string, Task>();
  for (const task of JSON.parse(json) as Task[]) {
    internRow(task);
    rows.set(task.id, task);
  }
  return new Map([['task', rows]]);
}

console.log(`${ROWS} tasks, Node ${process.version}`);
const before = heapMb();
let json: string | null = makeJson();
const store = new RowStore();
const columns = new View(
  { entity: 'task', group: (task) => `${task.projectId}/${task.statusId}`, compare: compareByPosition },
  store,
);
const lists = new View({ entity: 'task', group: (task) => task.statusId, compare: compareByPosition }, store);
columns.attach();
lists.attach();
const base = parseRows(json);
report('snapshot into the store with two views', [time(() => store.setBase(base, 1))]);
json = null;
console.log(`${'memory: rows, maps and two views'.padEnd(58)} ${(heapMb() - before).toFixed(1)} MB`);

const ids = [...(base.get('task')?.keys() ?? [])];
let seq = 1;
function makeChanges(count: number): Change[] {
  seq += 1;
  return Array.from({ length: count }, (): Change => {
    const row = store.row('task', pick(ids)) as Task;
    return {
      seq,
      entity: 'task',
      id: row.id,
      op: 'put',
      data: { ...row, statusId: pick(STATUSES), updatedAt: String(seq) },
    };
  });
}
for (const count of [1, 100, 1_000]) {
  const samples = Array.from({ length: 40 }, () => {
    const changes = makeChanges(count);
    return time(() => store.applyChanges(changes, seq));
  });
  report(`apply ${count} changes that move tasks`, samples.slice(5));
}

let acts = 0;
const act = Array.from({ length: 400 }, () => {
  acts += 1;
  const id = pick(ids);
  const fields = { statusId: pick(STATUSES), position: `a5${acts}` };
  const pending: Pending = {
    mutation: {
      mutationId: `m${acts}`,
      route: 'PATCH /teams/{teamId}/tasks/{taskId}',
      params: {},
      effects: [{ entity: 'task', id, op: 'patch', fields }],
      dependsOn: [],
      madeAt: 0,
    },
    order: acts,
    state: 'queued',
    seq: null,
  };
  return time(() => store.addPending(pending));
});
report('act (move a task) until rows and both views are right', act.slice(20));

const filtered: View<'task'>[] = [];
report(
  'a new filtered view over all rows',
  Array.from({ length: 12 }, (_, n) =>
    time(() => {
      filtered.push(
        new View(
          {
            entity: 'task',
            filter: (task) => task.title.includes(String(n)),
            group: (task) => task.statusId,
            compare: compareByPosition,
          },
          store,
        ),
      );
    }),
  ).slice(2),
);
const narrowing = filtered.at(-1) as View<'task'>;
report(
  'its text narrows, letter by letter',
  ['11', '11:', '11: w', '11: what'].map((text) =>
    time(() => narrowing.setFilter((task) => task.title.includes(text), true)),
  ),
);

// Queries as sent by the screens: a filter from the URL, tasks grouped by assignee, several sort keys.
const context = {
  me: PEOPLE[0] as string,
  today: '2026-11-20',
  now: '2026-11-20T12:00:00.001Z',
  startOf: (day: string) => `${day}T00:00:00.000Z`,
  cyclesOf: () => [],
  statusesOf: () => STATUSES.slice(0, 3),
  isBlocked: () => false,
};
const asTest = (text: string) => compileFilter(parseFilter(text).filter ?? NO_FILTER, context);
for (const [filter, sort] of [
  ['category:started', 'manual'],
  ['category:started', 'due,priority,-created'],
  ['due:next30;priority-not:none,low', '-priority,due'],
  ['title:task 12', 'title'],
  ['', 'title,created'],
] as const) {
  const test = asTest(filter);
  report(
    `a view of “${filter}” by ${sort}`,
    Array.from({ length: 6 }, () =>
      time(
        () =>
          new View(
            {
              entity: 'task',
              filter: test,
              group: (task) => task.assigneeIds,
              compare: compareTasksBy(parseSort(sort) ?? []),
            },
            store,
          ),
      ),
    ).slice(1),
  );
}
const changing = new View(
  {
    entity: 'task',
    group: (task) => task.statusId,
    compare: compareTasksBy(parseSort('due,priority,-created') ?? []),
  },
  store,
);
report(
  'another filter of a view that stands',
  ['priority:high', 'due:next7', 'assignee:me', ''].map((text) =>
    time(() => changing.setFilter(asTest(text))),
  ),
);

// Warm start: write rows to IndexedDB and read them back, using an implementation of IndexedDB for Node.
const open = 10_000;
const small = new RowStore();
small.setBase(new Map([['task', new Map([...(base.get('task') ?? [])].slice(0, open))]]), 1);
const storage = openStorage('bench', 'bench');
await new Promise<void>((resolve) => {
  const copy = new LocalCopy(small, storage, browserClock, () => resolve());
  copy.markAll();
  copy.startWriting();
});
const warm: number[] = [];
for (let run = 0; run < 8; run += 1) {
  const start = cpuMs();
  const stored = await storage.load();
  const again = new RowStore();
  again.setBase(readChunks(stored.chunks), stored.cursor ?? 0);
  new View(
    { entity: 'task', group: (task) => `${task.projectId}/${task.statusId}`, compare: compareByPosition },
    again,
  ).attach();
  warm.push(cpuMs() - start);
}
report(`warm start from the copy, ${open} rows, with one view`, warm.slice(1));
storage.close();
