import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import { makeDocument } from '#testing/documents.ts';
import { makeProject, makeTask, signIn, type Client, type SignedIn } from '#testing/make.ts';
import { insertAnnotation } from '#testing/annotations.ts';
import { insertInvoice } from '#testing/billing.ts';
import { makeExport } from '#testing/transfer.ts';
import { CANARIES, TOKENS, type CallerName } from './rights-callers.ts';
import type { World } from './rights-world.ts';
import { insertProposal, insertThread } from '#testing/insert-thread.ts';

/**
 * State of the object named in a request: created by the owner (`live`) or by the caller (`own`), without a project (`unfiled`), in a
 * private project, or trashed; or the whole team is deleted.
 */
export type State = 'live' | 'own' | 'unfiled' | 'private' | 'trashed' | 'team deleted';

/** Routes whose response depends on whether the object belongs to the caller, although the rule of the route names no object. */
const OF_ONES_OWN = new Set([
  'auth.endSession',
  'tokens.revoke',
  'members.remove',
  'members.reach',
  'workTimes.update',
  'time.sheet',
  'invites.revoke',
  'assistant.ask',
  'assistant.thread',
  'assistant.follow',
  'assistant.stop',
  'assistant.renameThread',
  'assistant.deleteThread',
  'assistant.confirm',
  'assistant.reject',
  'assistant.undo',
]);

const ON_MANY = new Set([
  'tasks.updateMany',
  'tasks.deleteMany',
  'tasks.watch',
  'trash.restoreMany',
  'ownTasks.update',
]);

/** Returns the states in which a route is tested. */
export function statesOf(route: RouteSpec): State[] {
  if (OF_ONES_OWN.has(route.id)) {
    return ['live', 'own', ...(route.rule.kind === 'team' ? (['team deleted'] as const) : [])];
  }
  if (route.id === 'teams.restore') return ['live', 'team deleted'];
  if (route.rule.kind !== 'team') return ['live'];
  if (route.id === 'tasks.create') return ['live', 'unfiled', 'private', 'trashed', 'team deleted'];
  // The body names the objects, so all states are tested.
  if (ON_MANY.has(route.id)) return ['live', 'own', 'unfiled', 'private', 'trashed', 'team deleted'];
  if (route.id === 'projects.grantMyself') return ['live', 'private', 'team deleted'];
  if (route.rule.object === undefined) return ['live', 'team deleted'];
  if (route.rule.object === 'project') return ['live', 'own', 'private', 'trashed', 'team deleted'];
  return ['live', 'own', 'unfiled', 'private', 'trashed', 'team deleted'];
}

let invited = 0;
let others = 0;

interface Cell {
  route: RouteSpec;
  caller: CallerName;
  state: State;
}

/** Creates the objects named by requests, and caches them until a request consumes them. */
export class Subjects {
  readonly #world: World;
  readonly #cache = new Map<string, Promise<string>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns the id of an object for this cell. @throws Error for an unsupported kind */
  async find(kind: IdKind, cell: Cell): Promise<string | undefined> {
    const world = this.#world;
    const own = cell.state === 'own' ? world.userIds[cell.caller] : undefined;
    switch (kind) {
      case 'new':
        return undefined;
      case 'team':
        return cell.caller === 'wrong team' ? world.otherTeamId : world.teamId;
      case 'user':
        return own ?? world.target.user.id;
      case 'project':
      case 'privateProject':
        return await this.#findProject(cell, own);
      case 'status':
        return await this.#keep('status', async () => await makeStatus(world.owner, world.teamId));
      case 'label':
        return await this.#keep('label', async () => await makeLabel(world.owner, world.teamId));
      case 'taskType':
        return await this.#keep('taskType', async () => await makeTaskType(world.owner, world.teamId));
      case 'field':
        return await this.#keep('field', async () => await makeField(world.owner, world.teamId));
      case 'view':
        return await this.#keep('view', async () => await makeView(world.owner, world.teamId));
      case 'template':
        return await this.#keep('template', async () => await makeTemplate(world.owner, world.teamId));
      case 'cycle':
        return await this.#findCycle(cell, own);
      case 'milestone':
        return await this.#findMilestone(cell, own);
      case 'task':
        if (cell.route.id.startsWith('series.')) return await this.#findRepeating(cell, own);
        return await this.#findTask(cell.state, own);
      case 'otherTask':
        // A relation between two tasks can be created only once, so use a new task for each request.
        others += cell.route.id === 'relations.create' ? 1 : 0;
        return await this.#findTask(cell.state, own, `other task ${others}`);
      case 'checklistItem':
        return await this.#keep(`item ${cell.state} ${own}`, async () => {
          return await world.addItem(await this.#findTask(cell.state, own));
        });
      case 'attachment': {
        const isDeleted = cell.route.id === 'attachments.restore';
        return await this.#keep(`attachment ${cell.state} ${own} ${isDeleted}`, async () => {
          return await world.attach(await this.#findTask(cell.state, own), isDeleted);
        });
      }
      case 'document':
        return await this.#findDocument(cell, own);
      case 'otherDocument':
        return await this.#findDocument(cell, own, 'other document');
      case 'documentTemplate':
        return await this.#keep('document template', async () => {
          const fields = { title: 'Template', isTemplate: true, projectId: world.projectId };
          return (await makeDocument(world.owner, world.teamId, fields)).id;
        });
      case 'documentAttachment': {
        const isDeleted = cell.route.id === 'documentAttachments.restore';
        return await this.#keep(`document file ${cell.state} ${own} ${isDeleted}`, async () => {
          return await world.attachToDocument(await this.#findDocument(cell, own), isDeleted);
        });
      }
      case 'skip':
        return await this.#keep(`skip ${cell.state} ${own}`, async () => {
          return await world.states.putSkip(await this.#findRepeating(cell, own));
        });
      case 'relation':
        return await this.#keep(`relation ${cell.state} ${own}`, async () => {
          const task = await this.#findTask(cell.state, own);
          return await world.relate(task, await this.#findTask(cell.state, own, 'related task'));
        });
      case 'comment':
        return await this.#findComment(cell, own);
      case 'timeEntry':
        return await this.#findTime(cell, own);
      case 'trash':
        if (cell.state === 'live') return await this.#findTask('live', undefined);
        if (cell.state === 'private') return await this.#findTask('trashed private', own);
        return await this.#findTask(cell.state === 'unfiled' ? 'trashed unfiled' : 'trashed', own);
      case 'invite':
        return await this.#findInvite(own);
      case 'invoice':
        return await this.#keep('invoice', async () => (await insertInvoice(world.api, world.teamId)).id);
      case 'annotation':
        return await this.#keep('annotation', async () => await insertAnnotation(world.api, world.teamId));
      case 'export':
        return await this.#keep('export', async () => await makeExport(world.owner, world.teamId));
      case 'thread': {
        const userId = this.#findAsker(cell);
        return await this.#keep(`thread ${userId} ${cell.route.id}`, async () => {
          return await insertThread(world.api, { teamId: world.teamId, userId });
        });
      }
      case 'proposal': {
        const userId = this.#findAsker(cell);
        const isConfirmed = cell.route.id === 'assistant.undo';
        return await this.#keep(`proposal ${userId} ${cell.route.id}`, async () => {
          return await insertProposal(world.api, { teamId: world.teamId, userId, isConfirmed });
        });
      }
      case 'token':
        return await this.#keep(`token ${own}`, async () => {
          const { id } = await world.states.putToken(own ?? world.target.user.id, {});
          return id;
        });
      case 'session':
        return await this.#keep(
          `session ${own}`,
          async () => await this.#makeSession(own === undefined ? null : cell.caller),
        );
      default:
        throw new Error(`${cell.route.id}: no factory for one of its ids`);
    }
  }

  /** Forgets objects that a successful request may have consumed, but not those of other callers. */
  forget({ state, caller }: Cell): void {
    const owners = Object.values(this.#world.userIds);
    const own = state === 'own' ? this.#world.userIds[TOKENS[caller] ?? caller] : undefined;
    for (const name of this.#cache.keys()) {
      const owner = owners.find((id) => name.includes(id));
      if (owner === undefined || owner === own) this.#cache.delete(name);
    }
  }

  /** Forgets all trashed objects: the trash has been emptied. */
  forgetTrash(): void {
    for (const name of this.#cache.keys()) if (name.includes('trashed')) this.#cache.delete(name);
  }

  /** Returns the owner of the assistant thread. For an API client, returns the user whose token it uses. */
  #findAsker({ state, caller }: Cell): string {
    const own = state === 'own' ? this.#world.userIds[TOKENS[caller] ?? caller] : undefined;
    return own ?? this.#world.target.user.id;
  }

  /** Creates an object once per name. Concurrent calls with the same name share the result. */
  async #keep(name: string, make: () => Promise<string>): Promise<string> {
    const known = this.#cache.get(name);
    if (known !== undefined) return await known;
    const making = make();
    this.#cache.set(name, making);
    return await making;
  }

  async #findProject(cell: Cell, own: string | undefined): Promise<string> {
    const world = this.#world;
    if (cell.state === 'trashed') return world.trashedProjectId;
    if (cell.state === 'private')
      return await this.#keep('private project', () => world.makePrivateProject());
    if (cell.route.rule.kind !== 'team' || cell.route.rule.object !== 'project') return world.projectId;
    return await this.#keep(`project ${own}`, async () => {
      const project = await makeProject(world.owner, world.teamId, { name: CANARIES.project });
      await world.states.openProject(project.id, own);
      return project.id;
    });
  }

  /** A milestone of the project named in the same request. The milestone is deleted if the request restores it. */
  async #findMilestone(cell: Cell, own: string | undefined): Promise<string> {
    const isDeleted = cell.route.id === 'milestones.restore';
    const projectId = await this.#findProject(cell, own);
    return await this.#keep(`milestone of ${projectId} ${own} ${isDeleted}`, async () => {
      return await this.#world.states.putMilestone(projectId, isDeleted);
    });
  }

  async #findCycle(cell: Cell, own: string | undefined): Promise<string> {
    const projectId = await this.#findProject(cell, own);
    return await this.#keep(
      `cycle of ${projectId} ${own}`,
      async () => await this.#world.states.putCycle(projectId),
    );
  }

  async #findTask(
    state: State | 'trashed unfiled' | 'trashed private',
    own: string | undefined,
    name = 'task',
  ): Promise<string> {
    const world = this.#world;
    return await this.#keep(`${name} ${state} ${own}`, async () => {
      if (state.endsWith('private')) return await world.makePrivateTask(state.startsWith('trashed'));
      const fields = state.endsWith('unfiled')
        ? { title: CANARIES.staff }
        : { title: CANARIES.project, projectId: world.projectId };
      const task = await makeTask(world.owner, world.teamId, fields);
      if (own !== undefined) await world.states.setTaskMaker(task.id, own);
      if (state.startsWith('trashed')) {
        const { status } = await world.owner.delete(`/teams/${world.teamId}/tasks/${task.id}`);
        if (status !== 204) throw new Error(`Not trashed: ${status}`);
      }
      return task.id;
    });
  }

  /** Private documents are in a private project, but only the document's own grants apply. */
  async #findDocument(cell: Cell, own: string | undefined, name = 'document'): Promise<string> {
    const world = this.#world;
    const { state } = cell;
    return await this.#keep(`${name} ${state} ${own}`, async () => {
      const projectId = state === 'private' ? await this.#findProject(cell, own) : world.projectId;
      const title =
        { unfiled: CANARIES.staff, private: CANARIES.private }[state as string] ?? CANARIES.project;
      const open = { title, projectId: state === 'unfiled' ? null : world.projectId };
      const document = await makeDocument(world.owner, world.teamId, open);
      if (own !== undefined) await world.states.setDocumentMaker(document.id, own);
      if (state === 'private') await world.states.closeDocument(document.id, projectId);
      if (state === 'trashed') {
        const { status } = await world.owner.delete(`/teams/${world.teamId}/documents/${document.id}`);
        if (status !== 204) throw new Error(`Not trashed: ${status}`);
      }
      return document.id;
    });
  }

  /** A repeating task. For `series.next` its series is stalled. */
  async #findRepeating(cell: Cell, own: string | undefined): Promise<string> {
    const isStalled = cell.route.id === 'series.next';
    return await this.#keep(`repeating ${cell.state} ${own} ${isStalled}`, async () => {
      const id = await this.#findTask(cell.state, own, `repeating ${isStalled}`);
      await this.#world.states.makeRepeating(id, isStalled);
      return id;
    });
  }

  async #findComment(cell: Cell, own: string | undefined): Promise<string> {
    const { userIds, states } = this.#world;
    const isDeleted = cell.route.id === 'comments.restore';
    return await this.#keep(`comment ${cell.state} ${own} ${isDeleted}`, async () => {
      const taskId = await this.#findTask(cell.state, own);
      return await states.putComment(taskId, own ?? userIds.owner ?? '', isDeleted);
    });
  }

  async #findTime(cell: Cell, own: string | undefined): Promise<string> {
    const { userIds, states } = this.#world;
    const isDeleted = cell.route.id === 'time.restore';
    // Users can stop only their own timers.
    const ownerId = cell.route.id === 'time.stop' ? userIds[cell.caller] : own;
    return await this.#keep(`time ${cell.state} ${ownerId} ${isDeleted}`, async () => {
      const taskId = await this.#findTask(cell.state, own);
      return await states.putTime(taskId, ownerId ?? userIds.owner ?? '', isDeleted);
    });
  }

  async #findInvite(own: string | undefined): Promise<string> {
    const world = this.#world;
    return await this.#keep(`invite ${own}`, async () => {
      const email = `invited-${++invited}@example.com`;
      const created = await world.owner.post<{ invite: { id: string } }>(`/teams/${world.teamId}/invites`, {
        email,
      });
      const { id } = created.body.invite;
      if (own !== undefined) await world.states.setInviteMaker(id, own);
      return id;
    });
  }

  /** Creates a second session of the caller, or a session of another user if null. */
  async #makeSession(caller: CallerName | null): Promise<string> {
    const world = this.#world;
    const email = caller === null ? 'target@example.com' : `${caller.replaceAll(' ', '-')}@example.com`;
    const person = await signIn(world.api, email);
    const { body } = await person.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/auth/sessions');
    return body.sessions.find((one) => one.isCurrent)?.id ?? '';
  }
}

export async function makeStatus(by: Client, teamId: string): Promise<string> {
  const created = await by.post<{ status: { id: string } }>(`/teams/${teamId}/statuses`, {
    name: 'Waiting',
    category: 'started',
  });
  if (created.status !== 201) throw new Error(`No status: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.status.id;
}

let labelled = 0;

export async function makeLabel(by: Client, teamId: string): Promise<string> {
  const created = await by.post<{ label: { id: string } }>(`/teams/${teamId}/labels`, {
    name: `Label ${++labelled}`,
  });
  if (created.status !== 201) throw new Error(`No label: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.label.id;
}

let typed = 0;

export async function makeTaskType(by: Client, teamId: string): Promise<string> {
  const name = `Type ${++typed}`;
  const created = await by.post<{ taskType: { id: string } }>(`/teams/${teamId}/task-types`, { name });
  if (created.status !== 201) throw new Error(`No type: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.taskType.id;
}

let fields = 0;

export async function makeField(by: Client, teamId: string): Promise<string> {
  const created = await by.post<{ field: { id: string } }>(`/teams/${teamId}/fields`, {
    name: `Field ${++fields}`,
    type: 'number',
  });
  if (created.status !== 201) throw new Error(`No field: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.field.id;
}

let viewed = 0;

export async function makeView(by: Client, teamId: string): Promise<string> {
  const created = await by.post<{ view: { id: string } }>(`/teams/${teamId}/views`, {
    name: `View ${++viewed}`,
    text: 'view=list&filter=priority%3Aurgent',
  });
  if (created.status !== 201) throw new Error(`No view: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.view.id;
}

/** Creates a task template with one role. */
export async function makeTemplate(by: SignedIn, teamId: string): Promise<string> {
  const task = await makeTask(by, teamId, { dueDate: '2026-12-01', assigneeIds: [by.user.id] });
  const created = await by.post<{ template: { id: string } }>(`/teams/${teamId}/tasks/${task.id}/template`, {
    name: `Template of ${task.key}`,
  });
  if (created.status !== 201)
    throw new Error(`No template: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.template.id;
}

let planned = 0;

export async function makeMilestone(by: Client, teamId: string, projectId: string): Promise<string> {
  const created = await by.post<{ milestone: { id: string } }>(
    `/teams/${teamId}/projects/${projectId}/milestones`,
    { name: `Milestone ${++planned}` },
  );
  if (created.status !== 201)
    throw new Error(`No milestone: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body.milestone.id;
}
