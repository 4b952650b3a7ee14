import { beforeAll, expect, it } from 'vitest';
import { HIDDEN_PROJECT } from '@hearth/contracts/model/task-values';
import type { Project } from '@hearth/contracts/projects/projects';
import { tasksRoutes, type PastChange, type Task } from '@hearth/contracts/tasks/tasks';
import { runCommand, workScope } from '#platform/commands/index.ts';
import { findRoute, type App, type Feature } from '#platform/feature.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, type SignedIn } from '#testing/make.ts';
import { asNoteRoute, makeNote, makeTables, noteAccess, NOTE_TABLES } from '#testing/notes/notes.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import { bindHistory, type PastKind } from './index.ts';

/** The cast is needed because the contract, which defines the log's entities, has no notes. */
const notePast: PastKind = { entity: 'note' as 'task' };

function notes(app: App): Promise<Feature> {
  const route = asNoteRoute(findRoute('tasks.history', tasksRoutes), {});
  return Promise.resolve({ name: 'notes', bindings: [bindHistory(app, notePast, route)], ...noteAccess({}) });
}

describeOneEngine('history of objects other than tasks', (engine) => {
  const api = useApp(engine, { features: [notes] });
  const [ada, gus] = usePeople(api, 'ada', 'gus');
  let teamId: string;
  let noteId: string;
  let open: Project;
  let closed: Project;

  /** Gus is a guest who can see one of two projects. The note was created in the other one. */
  beforeAll(async () => {
    await makeTables(api.app.db, NOTE_TABLES);
    teamId = await makeProTeam(ada, { guest: [gus] });
    closed = await makeProject(ada, teamId, { key: 'SEC' });
    open = await makeProject(ada, teamId, { key: 'WEB' });
    await ada.send('PUT', `/teams/${teamId}/projects/${open.id}/grants/${gus.user.id}`, {
      body: { level: 'view' },
    });
    noteId = await makeNote(api.app.db, teamId, { title: 'Lamp', projectId: open.id });
    await change({ title: 'Light' }, { title: 'Lump' });
    await change({ projectId: closed.id }, { projectId: open.id });
    await change({ title: 'Lump' }, { title: 'Lamp' });
  });

  /** Writes changed fields to the history, as a command of notes would. */
  async function change(before: Partial<Task>, after: Partial<Task>): Promise<void> {
    await runCommand(api.app, { teamId, userId: ada.user.id, requestKey: null }, async (command) =>
      command.put(notePast.entity, noteId, before as Task, after as Task, workScope(open.id)),
    );
  }

  async function read(who: SignedIn, query = ''): Promise<{ rows: unknown[]; nextCursor: string | null }> {
    const { body } = await who.get<{ changes: PastChange[]; nextCursor: string | null }>(
      `/teams/${teamId}/notes/${noteId}/history${query}`,
    );
    const rows = body.changes.map(({ field, old, new: now, actor }) => [field, old, now, actor]);
    return { rows, nextCursor: body.nextCursor };
  }

  it('returns entries page by page, newest first', async () => {
    const all = [
      ['title', 'Lump', 'Lamp', ada.user.id],
      ['projectId', closed.id, open.id, ada.user.id],
      ['title', 'Light', 'Lump', ada.user.id],
    ];
    expect((await read(ada)).rows).toEqual(all);
    const first = await read(ada, '?limit=2');
    expect(first.rows).toEqual(all.slice(0, 2));
    expect((await read(ada, `?limit=2&cursor=${first.nextCursor}`)).rows).toEqual(all.slice(2));
  });

  it('hides changes made while the object was not visible to the reader', async () => {
    expect((await read(gus)).rows).toEqual([
      ['title', 'Lump', 'Lamp', ada.user.id],
      ['projectId', HIDDEN_PROJECT, open.id, ada.user.id],
    ]);
  });
});
