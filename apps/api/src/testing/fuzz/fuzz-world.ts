import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import type { TestApp } from '#testing/start-app.ts';
import type { FuzzCaller } from './calls.ts';

/** How many ids of a kind, or texts of a field, are remembered: the newest push out the oldest. */
const REMEMBERED = 40;
/** Containers whose name does not tell the kind of what they hold. */
const KIND_OF: Record<string, string> = {
  statuses: 'status',
  items: 'trash',
  item: 'trash',
  members: 'user',
  member: 'user',
};

/** A team with work in it, people who call, and what their answers told: ids, cursors, links. */
export class FuzzWorld {
  readonly #api: TestApp;
  readonly #people = new Map<FuzzCaller, SignedIn>();
  readonly #ids = new Map<string, string[]>();
  readonly #texts = new Map<string, string[]>();
  #teamId = '';

  constructor(api: TestApp) {
    this.#api = api;
  }

  cookieOf(caller: FuzzCaller): string {
    const cookies = this.#people.get(caller)?.cookies ?? new Map<string, { value: string }>();
    return [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  find = (of: 'id' | 'text', name: string, at: number): string => {
    if (of === 'id' && name === 'team' && at % 6 !== 0) return this.#teamId;
    const known = (of === 'id' ? this.#ids : this.#texts).get(name) ?? [];
    return (
      known[at % Math.max(1, known.length)] ?? (of === 'id' ? '01920000-0000-7000-8000-000000000000' : 'A')
    );
  };

  /** Whether an answer from this address tells of the team that calls are mostly about. */
  isAtHome(path: string): boolean {
    return path.includes(this.#teamId) || !/^\/(?:teams|account\/export)/.test(path);
  }

  /** Signs in who no longer is, and makes a team with work where calls have taken it away. */
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
    if (owner === undefined || member === undefined || guest === undefined)
      throw new Error('Nobody is there');
    const own = await owner.get<{ member?: { teamRole: string } }>(
      `/teams/${this.#teamId}/members/${owner.user.id}`,
    );
    if (own.body?.member?.teamRole === 'owner') return;
    this.#teamId = (await makeTeam(owner, 'Fuzzed'))._id;
    await owner.post(`/dev/teams/${this.#teamId}/plan`, { plan: 'pro' });
    await joinTeam(owner, this.#teamId, member, 'member');
    await joinTeam(owner, this.#teamId, guest, 'guest');
    for (let at = 0; at < 3; at += 1) {
      const { id } = await makeProject(owner, this.#teamId);
      await owner.send('PUT', `/teams/${this.#teamId}/projects/${id}/grants/${guest.user.id}`, {
        body: { level: 'edit' },
      });
      const task = await makeTask(owner, this.#teamId, { projectId: id, assigneeIds: [owner.user.id] });
      const gone = await makeTask(owner, this.#teamId);
      await owner.delete(`/teams/${this.#teamId}/tasks/${gone.id}`);
      this.#remember(this.#ids, 'project', id);
      this.#remember(this.#ids, 'task', task.id);
      this.#remember(this.#ids, 'trash', gone.id);
    }
    for (const list of ['statuses', 'invites', 'trash']) {
      this.learn((await owner.get(`/teams/${this.#teamId}/${list}`)).body);
    }
    this.learn((await owner.get('/auth/sessions')).body);
  }

  /** Remembers ids by the kind of what they name, and short texts by the name of their field. */
  learn(body: unknown, container = ''): void {
    if (Array.isArray(body)) {
      for (const one of body.slice(0, REMEMBERED)) this.learn(one, container);
      return;
    }
    if (typeof body !== 'object' || body === null) return;
    const kind = KIND_OF[container] ?? container.replace(/s$/, '');
    for (const [name, value] of Object.entries(body)) {
      const isId = ['id', '_id'].includes(name) || (name === 'userId' && kind === 'user');
      if (typeof value === 'object') this.learn(value, name);
      else if (typeof value !== 'string' || value.length > 500) continue;
      else if (isId) this.#remember(this.#ids, kind, value);
      else this.#remember(this.#texts, name === 'nextCursor' ? 'cursor' : name, value);
    }
  }

  #remember(where: Map<string, string[]>, name: string, value: string): void {
    const known = where.get(name) ?? [];
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > REMEMBERED) known.shift();
    where.set(name, known);
  }
}
