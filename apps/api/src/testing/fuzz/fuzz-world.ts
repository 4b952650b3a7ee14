import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import type { TestApp } from '#testing/start-app.ts';
import type { Find, FuzzCaller } from './calls.ts';

/** Maximum number of remembered ids per kind and strings per field. The oldest are evicted. */
const REMEMBERED = 40;
/** New tasks are added every n checks of the team because calls delete more than they create. */
const FRESH_EVERY = 5;
/** Reference fields that do not reveal which entities belong together because most entities share the same value. */
const LINKLESS = new Set(['userId', 'teamId', 'actorId', 'statusId']);
/** Id kind by the name of the containing field, where it cannot be derived from the name. */
const KIND_OF: Record<string, string> = {
  statuses: 'status',
  items: 'trash',
  item: 'trash',
  members: 'user',
  member: 'user',
  entries: 'timeEntry',
  entry: 'timeEntry',
};
/** Id kinds that are aliases of another kind. */
const SAME_AS: Record<string, string> = { otherTask: 'task', privateProject: 'project' };

/** A team with content, the callers, and the ids, cursors and links found in responses. */
export class FuzzWorld {
  readonly #api: TestApp;
  readonly #people = new Map<FuzzCaller, SignedIn>();
  readonly #ids = new Map<string, string[]>();
  readonly #texts = new Map<string, string[]>();
  /** Related ids from the same response object, such as the task of a comment or the project of a task. */
  readonly #links = new Map<string, ReadonlySet<string>>();
  #teamId = '';
  #mended = 0;

  constructor(api: TestApp) {
    this.#api = api;
  }

  cookieOf(caller: FuzzCaller): string {
    const cookies = this.#people.get(caller)?.cookies ?? new Map<string, { value: string }>();
    return [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  /**
   * Returns a function that finds ids and strings for one call. The function prefers related ids because a comment of another task is
   * always rejected.
   */
  createFind(): Find {
    const chosen: string[] = [];
    return (of, name, at) => {
      if (of === 'id' && name === 'team' && at % 30 !== 0) return this.#teamId;
      const known = (of === 'id' ? this.#ids.get(SAME_AS[name] ?? name) : this.#texts.get(name)) ?? [];
      const near =
        of === 'text' || at % 4 === 0
          ? []
          : known.filter((id) => chosen.some((one) => this.#isNear(id, one)));
      const among = near.length > 0 ? near : known;
      const found =
        among[at % Math.max(1, among.length)] ?? (of === 'id' ? '01920000-0000-7000-8000-000000000000' : 'A');
      if (of === 'id') chosen.push(found);
      return found;
    };
  }

  #isNear(one: string, other: string): boolean {
    const [links, others] = [this.#links.get(one), this.#links.get(other)];
    if (links?.has(other) === true || others?.has(one) === true) return true;
    return links !== undefined && [...links].some((id) => others?.has(id) === true);
  }

  /** Whether the path belongs to the team that most calls target, or to no team. */
  isAtHome(path: string): boolean {
    return path.includes(this.#teamId) || !/^\/(?:teams|account\/export)/.test(path);
  }

  /** Signs users in again if their sessions have ended, and recreates the team if it was deleted or the owner has lost the role. */
  async mend(): Promise<void> {
    for (const caller of ['owner', 'member', 'guest', 'outsider'] as const) {
      const known = this.#people.get(caller);
      if ((await known?.post('/auth/verify'))?.status === 200) continue;
      const person = await signIn(this.#api, `${caller}@example.com`);
      await person.post('/account/keep');
      this.#people.set(caller, person);
      this.#remember(this.#ids, 'user', person.user.id);
    }
    const [owner, member, guest] = (['owner', 'member', 'guest'] as const).map((one) =>
      this.#people.get(one),
    );
    if (owner === undefined || member === undefined || guest === undefined) throw new Error('No users found');
    const own = await owner.get<{ member?: { teamRole: string } }>(
      `/teams/${this.#teamId}/members/${owner.user.id}`,
    );
    if (own.body?.member?.teamRole === 'owner') {
      this.#mended += 1;
      if (this.#mended % FRESH_EVERY === 0) await this.#addWork(owner, guest);
      return;
    }
    // Forget the ids of the deleted team, which are always rejected.
    for (const known of [this.#ids, this.#texts, this.#links]) known.clear();
    for (const { user } of this.#people.values()) this.#remember(this.#ids, 'user', user.id);
    this.#teamId = (await makeTeam(owner, 'Fuzzed'))._id;
    await joinTeam(owner, this.#teamId, member, 'member');
    await joinTeam(owner, this.#teamId, guest, 'guest');
    for (let at = 0; at < 3; at += 1) await this.#addWork(owner, guest);
    for (const list of ['statuses', 'invites', 'trash']) {
      this.collectIds((await owner.get(`/teams/${this.#teamId}/${list}`)).body);
    }
    this.collectIds((await owner.get('/auth/sessions')).body);
  }

  /** Adds projects and tasks within the plan's limits. */
  async #addWork(owner: SignedIn, guest: SignedIn): Promise<void> {
    const team = `/teams/${this.#teamId}`;
    await owner.post(`/dev${team}/plan`, { plan: 'pro' });
    const created = await owner.post<{ project?: { id: string } }>(`${team}/projects`, { name: 'Website' });
    this.collectIds(created.body);
    const projectId = created.body?.project?.id ?? this.#ids.get('project')?.at(-1) ?? null;
    if (projectId !== null)
      await owner.send('PUT', `${team}/projects/${projectId}/grants/${guest.user.id}`, {
        body: { level: 'edit' },
      });
    const task = { title: 'A task', projectId, assigneeIds: [owner.user.id] };
    this.collectIds((await owner.post(`${team}/tasks`, task)).body);
    const trashed = await makeTask(owner, this.#teamId);
    await owner.delete(`${team}/tasks/${trashed.id}`);
    this.collectIds({ trash: { id: trashed.id } });
  }

  /** Remembers the ids in a response by kind, and short strings by field name. */
  collectIds(body: unknown, container = ''): void {
    if (Array.isArray(body)) {
      for (const one of body.slice(0, REMEMBERED)) this.collectIds(one, container);
      return;
    }
    if (typeof body !== 'object' || body === null) return;
    const isStep = 'isDone' in body && 'taskId' in body;
    const kind = isStep ? 'checklistItem' : (KIND_OF[container] ?? container.replace(/s$/, ''));
    for (const [name, value] of Object.entries(body)) {
      const isId = ['id', '_id'].includes(name) || (name === 'userId' && kind === 'user');
      if (typeof value === 'object') this.collectIds(value, name);
      else if (typeof value !== 'string' || value.length > 500) continue;
      else if (isId) this.#remember(this.#ids, kind, value);
      else this.#remember(this.#texts, name === 'nextCursor' ? 'cursor' : name, value);
    }
    this.#link(body);
  }

  #link(body: object): void {
    const { id, ...rest } = body as Record<string, unknown>;
    if (typeof id !== 'string') return;
    const named = Object.entries(rest).filter(([name]) => name.endsWith('Id') && !LINKLESS.has(name));
    const links = named.map(([, value]) => value).filter((value) => typeof value === 'string');
    this.#links.set(id, new Set([...(this.#links.get(id) ?? []), ...links]));
  }

  #remember(where: Map<string, string[]>, name: string, value: string): void {
    const known = where.get(name) ?? [];
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > REMEMBERED) this.#links.delete(known.shift() ?? '');
    where.set(name, known);
  }
}
