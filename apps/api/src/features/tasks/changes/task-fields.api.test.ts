import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { sampleScalars } from '@hearth/contracts/testing/scalars';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { taskFields, type Status, type Task } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { insertCycle } from '#testing/rights/insert-cycle.ts';
import { shareApp } from '#testing/start-app.ts';

type Field = keyof typeof taskFields;

/** Two values of a field, and the other fields that it requires. */
interface Sample {
  values: readonly [unknown, unknown];
  along?: object;
}

const DOC = (text: string) => ({
  type: 'doc',
  content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] }],
});
const REPEAT = (rule: string) => ({
  mode: 'schedule',
  rule,
  timeZone: 'UTC',
  later: { ...sampleScalars(1), title: 'Later', labelIds: [], assigneeIds: [], description: '' },
});

/** Fields that bulk edits do not support. */
const OF_ONE: ReadonlySet<Field> = new Set(['title', 'description', 'descriptionDoc']);
const FIELDS = Object.keys(taskFields) as Field[];

describeOneEngine('task fields', (engine) => {
  let ada: SignedIn;
  let path: string;
  let teamId: string;
  let along: object;
  let samples: Record<Field, Sample>;

  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    const ben = await signIn(api, 'ben@example.com');
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    const [project, other] = [await makeProject(ada, teamId), await makeProject(ada, teamId)];
    await ada.patch(`${path}/projects/${project.id}`, { hasTriage: true });
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
    const statusOf = (category: string) => statuses.find((one) => one.category === category)?.id;
    const makeTwo = async (at: string, body: (name: string) => object): Promise<[string, string]> => {
      const ids: [string, string] = [randomUUID(), randomUUID()];
      for (const id of ids) {
        const { status } = await ada.post(`${path}/${at}`, { id, ...body(`One ${id.slice(0, 4)}`) });
        expect(status).toBe(201);
      }
      return ids;
    };
    const named = (name: string) => ({ name, color: 'sky' });
    const [label, label2] = await makeTwo('labels', named);
    const types = await makeTwo('task-types', (name) => ({ ...named(name), icon: 'idea' }));
    const milestones = await makeTwo(`projects/${project.id}/milestones`, (name) => ({
      name,
      targetDate: '2030-01-01',
    }));
    const [field] = await makeTwo('fields', (name) => ({
      name,
      type: 'number',
      options: [],
      currency: null,
    }));
    const cycles = await asOwner(api.app.db, async (tx) => {
      const put = () => insertCycle(tx, teamId, project.id, api.app.clock.now());
      return [await put(), await put()] as const;
    });
    const parents = [await makeTask(ada, teamId), await makeTask(ada, teamId)].map(({ id }) => id);
    const [parentId, parent2] = parents;
    const people = [ada.user.id, ben.user.id].toSorted();
    along = { projectId: project.id };
    samples = {
      title: { values: ['One', 'Two'] },
      description: { values: ['One', 'Two'] },
      descriptionDoc: { values: [DOC('One'), DOC('Two')] },
      projectId: { values: [project.id, other.id] },
      statusId: { values: [statusOf('started'), statusOf('completed')] },
      ...mapScalars<Record<ScalarField, Sample>>((field) => ({
        values: [sampleScalars(1)[field], sampleScalars(2)[field]],
      })),
      assigneeIds: { values: [[ben.user.id], people] },
      watcherIds: { values: [people, [ben.user.id]] },
      labelIds: { values: [[label], [label, label2].toSorted()] },
      startDate: { values: ['2030-01-01', '2030-01-02T09:30:00.000Z'] },
      dueDate: { values: ['2030-01-01', '2030-01-02T09:30:00.000Z'] },
      repeat: {
        values: [REPEAT('FREQ=DAILY'), REPEAT('FREQ=WEEKLY;BYDAY=TH')],
        along: { dueDate: '2030-01-03' },
      },
      reporterId: { values: [ben.user.id, null] },
      typeId: { values: types },
      milestoneId: { values: milestones },
      custom: { values: [{ [field]: 4 }, { [field]: 5 }] },
      cycleId: { values: cycles },
      triage: {
        values: [{ since: '2025-01-01T00:00:00.000Z', until: '2030-01-01' }, null],
      },
      parentId: { values: [parentId, parent2] },
      siblingPosition: { values: ['b', 'c'], along: { parentId } },
      position: { values: ['a0', 'a1'] },
    };
  });

  const read = async (id: string): Promise<Task> =>
    (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;

  it.each(FIELDS)('persists on create, update and bulk edit: %s', async (field) => {
    const { values, along: extraFields } = samples[field];
    const [first, second] = values;
    const created = await ada.post<{ task: Task }>(`${path}/tasks`, {
      title: 'Lamp',
      ...along,
      ...extraFields,
      [field]: first,
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body.task;
    expect((await read(id))[field]).toEqual(first);
    expect(await read(id)).toEqual(created.body.task);

    const changed = await ada.patch<{ task: Task }>(`${path}/tasks/${id}`, { [field]: second });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await read(id))[field]).toEqual(second);
    expect(await read(id)).toEqual(changed.body.task);

    if (OF_ONE.has(field)) return;
    const body = field === 'position' ? { each: [{ position: first }] } : { [field]: first };
    const many = await ada.patch(`${path}/tasks`, { taskIds: [id], ...body });
    expect(many.status, JSON.stringify(many.body)).toBe(200);
    expect((await read(id))[field]).toEqual(first);
  });
});
