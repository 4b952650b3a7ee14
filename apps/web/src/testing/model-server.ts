/**
 * A naive server for property tests: every version of every row, a log, permissions by project, and idempotency records. It shares no code
 * with the store and evaluates each request by scanning its whole history.
 */
export type ModelRow = Record<string, unknown>;
type Entity = 'task' | 'project';

interface Version {
  seq: number;
  row: ModelRow | null;
}

interface Entry {
  seq: number;
  mutationId?: string;
  touched: { entity: Entity; id: string }[];
  rights?: { person: string; projectId: string };
}

interface ModelChange {
  seq: number;
  entity: Entity;
  id: string;
  op: 'put' | 'delete';
  data?: ModelRow;
  mutationId?: string;
}

/** Constant because this server is never restored from a backup. platform/sync/store/epoch.test.ts covers that. */
const EPOCH = 'model';

interface ModelPage {
  seq: number;
  epoch: string;
  reset: boolean;
  changes: ModelChange[];
  nextCursor: string | null;
}

interface ModelCall {
  mutationId: string;
  route: string;
  params: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
}

interface ModelAnswer {
  status: number;
  seq: number | null;
  code: string | null;
}

const SNAPSHOT_PAGE = 4;
const LOG_PAGE = 3;
/** Maximum number of live tasks. As with a plan limit, further tasks are rejected. */
const TASK_LIMIT = 9;

export class ModelServer {
  head = 0;
  #versions = new Map<string, Version[]>();
  #log: Entry[] = [];
  #logStart = 0;
  #trash = new Map<string, string[]>();
  #hidden = new Set<string>();
  /** Positions at which users lost access to projects that they still cannot see. The permission check uses them. */
  readonly revokedAt = new Map<string, number>();
  #answers = new Map<string, ModelAnswer>();
  readonly commits = new Map<string, number>();
  readonly executions = new Map<string, number>();
  readonly refused = new Set<string>();
  /** Former members: their mutations have no effect. */
  readonly former = new Set<string>();
  /** If true, a user whose permissions change receives 'reset' instead of the affected rows. */
  resetsOnRights = false;
  #mustReset = new Map<string, number>();

  constructor() {
    this.#commit(undefined, [
      ['project', 'p-open', { id: 'p-open', name: 'open' }],
      ['project', 'p-shut', { id: 'p-shut', name: 'shut' }],
      ['task', 't-a', { ...taskOf('t-a', 'first'), projectId: 'p-open' }],
      ['task', 't-b', { ...taskOf('t-b', 'second'), projectId: 'p-shut' }],
    ]);
  }

  /** Ids of all rows that have ever existed. */
  ids(): { entity: Entity; id: string }[] {
    return [...this.#versions.keys()].map((key) => {
      const [entity, id] = key.split(' ') as [Entity, string];
      return { entity, id };
    });
  }

  /**
   * Returns the row's versions from position `seq` on, starting with the version current at `seq`. A version is null if the row did not
   * exist.
   */
  versionsFrom(entity: Entity, id: string, seq: number): (ModelRow | null)[] {
    const all = this.#versions.get(`${entity} ${id}`) ?? [];
    const visible = all.findLast((version) => version.seq <= seq)?.row ?? null;
    return [visible, ...all.filter((version) => version.seq > seq).map(({ row }) => row)];
  }

  /** Returns the rows that a user may currently see, by entity and id. */
  visibleRows(person: string): Map<string, ModelRow> {
    const rows = new Map<string, ModelRow>();
    for (const { entity, id } of this.ids()) {
      const row = this.#now(entity, id);
      if (row !== null && this.#maySee(person, entity, row)) rows.set(`${entity} ${id}`, row);
    }
    return rows;
  }

  tasksOf(person: string): ModelRow[] {
    return [...this.visibleRows(person)].flatMap(([key, row]) => (key.startsWith('task ') ? [row] : []));
  }

  isHidden(person: string, projectId: unknown): boolean {
    return this.#hidden.has(`${person} ${String(projectId)}`);
  }

  setHidden(person: string, projectId: string, isHidden: boolean): void {
    const key = `${person} ${projectId}`;
    if (this.#hidden.has(key) === isHidden) return;
    this.head += 1;
    this.#log.push({ seq: this.head, touched: [], rights: { person, projectId } });
    if (isHidden) {
      this.#hidden.add(key);
      this.revokedAt.set(key, this.head);
    } else {
      this.#hidden.delete(key);
      this.revokedAt.delete(key);
    }
    if (this.resetsOnRights) this.#mustReset.set(person, this.head);
  }

  /** Truncates the log. All clients that are behind must refetch a snapshot. */
  truncate(): void {
    this.#logStart = this.head;
  }

  /** Changes a task from outside all clients. */
  changeByOther(id: string, fields: ModelRow): void {
    const row = this.#now('task', id);
    if (row !== null) this.#commit(undefined, [['task', id, { ...row, ...fields }]]);
  }

  send(person: string, call: ModelCall): ModelAnswer {
    const earlier = this.#answers.get(call.mutationId);
    if (earlier !== undefined) return earlier;
    const code = this.#execute(person, call);
    if (code !== null) {
      this.refused.add(call.mutationId);
      return { status: code === 'INVALID_REQUEST' ? 400 : code === 'NOT_FOUND' ? 404 : 402, seq: null, code };
    }
    this.executions.set(call.mutationId, (this.executions.get(call.mutationId) ?? 0) + 1);
    this.commits.set(call.mutationId, this.head);
    const answer: ModelAnswer = { status: 200, seq: this.head, code: null };
    this.#answers.set(call.mutationId, answer);
    return answer;
  }

  snapshot(person: string, cursor: string | null): ModelPage {
    const [start, after] = cursor === null ? [this.head, ''] : (JSON.parse(cursor) as [number, string]);
    const keys = [...this.visibleRows(person).entries()]
      .filter(([key]) => key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = keys.slice(0, SNAPSHOT_PAGE);
    const last = page.at(-1)?.[0];
    return {
      // Each page has its own position. Continuing is safe only from the first position.
      seq: this.head,
      epoch: EPOCH,
      reset: false,
      changes: page.map(([key, row]) => putOf(start, key, row)),
      nextCursor: keys.length > page.length && last !== undefined ? JSON.stringify([start, last]) : null,
    };
  }

  since(person: string, seq: number, cursor: string | null): ModelPage {
    if (this.mustReset(person, seq))
      return { seq: this.head, epoch: EPOCH, reset: true, changes: [], nextCursor: null };
    const from = cursor === null ? seq : Number(cursor);
    const entries = this.#log.filter((entry) => entry.seq > from);
    const page = entries.slice(0, LOG_PAGE);
    const last = page.at(-1)?.seq ?? from;
    return {
      // Sent with every page but reached only after the last page.
      seq: this.head,
      epoch: EPOCH,
      reset: false,
      changes: page.flatMap((entry) => this.#changesOf(person, entry)),
      nextCursor: entries.length > page.length ? String(last) : null,
    };
  }

  mustReset(person: string, seq: number): boolean {
    return seq < this.#logStart || seq < (this.#mustReset.get(person) ?? 0);
  }

  /** Returns the next frame for a socket at position `seq`: the changes of one entry, if the user may see any. */
  nextFrame(person: string, seq: number): { to: number; changes: ModelChange[] } | null {
    const entry = this.#log.find((other) => other.seq > seq);
    return entry === undefined ? null : { to: entry.seq, changes: this.#changesOf(person, entry) };
  }

  #changesOf(person: string, entry: Entry): ModelChange[] {
    const changes: ModelChange[] = [];
    for (const { entity, id } of entry.touched) {
      const row = this.versionsFrom(entity, id, entry.seq)[0] ?? null;
      const isSeen = row !== null && this.#maySee(person, entity, row);
      const change: ModelChange = isSeen
        ? putOf(entry.seq, `${entity} ${id}`, row)
        : { seq: entry.seq, entity, id, op: 'delete' };
      changes.push(entry.mutationId === undefined ? change : { ...change, mutationId: entry.mutationId });
    }
    if (entry.rights?.person === person) changes.push(...this.#scopeChanges(person, entry));
    return changes;
  }

  /** Returns all rows that were in the project at that position, as the user may currently see them. */
  #scopeChanges(person: string, entry: Entry): ModelChange[] {
    const projectId = entry.rights?.projectId;
    const changes: ModelChange[] = [];
    for (const { entity, id } of this.ids()) {
      const row = this.versionsFrom(entity, id, entry.seq)[0] ?? null;
      if (row === null || (entity === 'task' ? row['projectId'] : id) !== projectId) continue;
      changes.push(
        this.#maySee(person, entity, row)
          ? putOf(entry.seq, `${entity} ${id}`, row)
          : { seq: entry.seq, entity, id, op: 'delete' },
      );
    }
    return changes;
  }

  #execute(person: string, { route, params, body = {}, mutationId }: ModelCall): string | null {
    const taskId = params['taskId'] ?? '';
    const itemId = params['itemId'] ?? '';
    if (body['title'] === 'bad' || body['name'] === 'bad') return 'INVALID_REQUEST';
    if (route === 'POST /teams/{teamId}/projects') {
      const id = String(body['id']);
      this.#commit(mutationId, [['project', id, { id, name: body['name'] }]]);
      return null;
    }
    if (route === 'POST /teams/{teamId}/tasks') {
      const project = this.#now('project', String(body['projectId']));
      if (project === null || !this.#maySee(person, 'project', project)) return 'NOT_FOUND';
      if (this.#liveTasks() >= TASK_LIMIT) return 'PLAN_LIMIT_REACHED';
      const id = String(body['id']);
      this.#commit(mutationId, [['task', id, { ...taskOf(id, ''), ...body }]]);
      return null;
    }
    if (route === 'POST /teams/{teamId}/trash/{itemId}/restore') {
      const keys = this.#trash.get(itemId);
      if (keys === undefined) return 'NOT_FOUND';
      const rows = keys.map((key): [Entity, string, ModelRow] => {
        const [entity, id] = key.split(' ') as [Entity, string];
        return [entity, id, this.#lastRow(entity, id)];
      });
      const first = rows[0];
      if (first === undefined || !this.#maySee(person, first[0], first[2])) return 'NOT_FOUND';
      if (this.#now('project', String(first[2]['projectId'])) === null) return 'NOT_FOUND';
      if (this.#liveTasks() >= TASK_LIMIT) return 'PLAN_LIMIT_REACHED';
      this.#trash.delete(itemId);
      this.#commit(mutationId, rows);
      return null;
    }
    const task = this.#now('task', taskId);
    if (task === null || !this.#maySee(person, 'task', task)) return 'NOT_FOUND';
    if (route === 'PATCH /teams/{teamId}/tasks/{taskId}') {
      const { projectId } = body;
      if (typeof projectId === 'string' && this.#now('project', projectId) === null) {
        return 'NOT_FOUND';
      }
      this.#commit(mutationId, [['task', taskId, { ...task, ...body }]]);
    } else {
      this.#trash.set(taskId, [`task ${taskId}`]);
      this.#commit(mutationId, [['task', taskId, null]]);
    }
    return null;
  }

  #commit(mutationId: string | undefined, rows: [Entity, string, ModelRow | null][]): void {
    this.head += 1;
    for (const [entity, id, row] of rows) {
      const key = `${entity} ${id}`;
      const versions = this.#versions.get(key) ?? [];
      versions.push({ seq: this.head, row: row === null ? null : { ...row, updatedAt: `at ${this.head}` } });
      this.#versions.set(key, versions);
    }
    const touched = rows.map(([entity, id]) => ({ entity, id }));
    this.#log.push(
      mutationId === undefined ? { seq: this.head, touched } : { seq: this.head, mutationId, touched },
    );
  }

  #liveTasks(): number {
    return this.ids().filter(({ entity, id }) => entity === 'task' && this.#now(entity, id) !== null).length;
  }

  #now(entity: Entity, id: string): ModelRow | null {
    return this.#versions.get(`${entity} ${id}`)?.at(-1)?.row ?? null;
  }

  #lastRow(entity: Entity, id: string): ModelRow {
    return this.#versions.get(`${entity} ${id}`)?.findLast(({ row }) => row !== null)?.row ?? { id };
  }

  #maySee(person: string, entity: Entity, row: ModelRow): boolean {
    return !this.isHidden(person, entity === 'task' ? row['projectId'] : row['id']);
  }
}

export function taskOf(id: string, title: string): ModelRow {
  return { id, title, projectId: 'p-open', statusId: 's0', position: 'a0' };
}

function putOf(seq: number, key: string, row: ModelRow): ModelChange {
  const [entity, id] = key.split(' ') as [Entity, string];
  return { seq, entity, id, op: 'put', data: structuredClone(row) };
}
