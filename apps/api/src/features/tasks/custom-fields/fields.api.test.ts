import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { FieldType } from '@hearth/contracts/custom-fields/custom-field-values';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('custom fields', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let path: string;
  let teamId: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });

  const OPTIONS = ['Small', 'Large'].map((name) => ({ id: randomUUID(), name, color: 'sky' as const }));
  async function makeField(type: FieldType, body: object = {}): Promise<CustomField> {
    const created = await ada.post<{ field: CustomField }>(`${path}/fields`, {
      name: `A ${type}`,
      type,
      ...(type === 'money' ? { currency: 'INR' } : {}),
      ...(type === 'select' || type === 'multiSelect' ? { options: OPTIONS } : {}),
      ...body,
    });
    expect(created.status).toBe(201);
    return created.body.field;
  }
  const change = async (id: string, body: object) =>
    await ada.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);
  const read = async (id: string) => (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task;
  const list = async () => (await ada.get<{ fields: CustomField[] }>(`${path}/fields`)).body.fields;

  it('lets owners, but not members, create, edit, delete and restore fields with their values', async () => {
    const [text, size] = [await makeField('text', { name: 'Client' }), await makeField('select')];
    expect((await list()).map(({ name }) => name)).toEqual(['Client', 'A select']);
    const task = await makeTask(ada, teamId, { custom: { [text.id]: ' North ', [size.id]: OPTIONS[0]?.id } });
    expect(task.custom).toEqual({ [text.id]: 'North', [size.id]: OPTIONS[0]?.id });
    const first = await ada.patch<{ field: CustomField }>(`${path}/fields/${size.id}`, {
      name: 'Size',
      position: 'Zz',
    });
    expect([first.status, first.body.field.name]).toEqual([200, 'Size']);
    expect((await list()).map(({ name }) => name)).toEqual(['Size', 'Client']);
    expect((await ada.delete(`${path}/fields/${text.id}`)).status).toBe(204);
    expect((await change(task.id, { custom: { [text.id]: 'South' } })).status).toBe(404);
    await makeField('text', { name: 'client' });
    expect((await ada.post(`${path}/fields/${text.id}/restore`)).status).toBe(409);
    const [, double] = await list();
    await ada.patch(`${path}/fields/${double?.id}`, { name: 'Other' });
    expect((await ada.post(`${path}/fields/${text.id}/restore`)).status).toBe(200);
    expect((await read(task.id)).custom[text.id]).toBe('North');
    expect((await ben.post(`${path}/fields`, { name: 'Mine', type: 'text' })).status).toBe(403);
  });

  it('requires unique names and type-specific settings and allows at most 50 fields', async () => {
    await makeField('text', { name: 'Client' });
    const refused = async (body: object) => (await ada.post<Problem>(`${path}/fields`, body)).body;
    expect(await refused({ name: 'CLIENT', type: 'date' })).toMatchObject({ status: 409 });
    for (const [body, at] of [
      [{ name: 'Cost', type: 'money' }, 'currency'],
      [{ name: 'Cost', type: 'money', currency: 'XQZ' }, 'currency'],
      [{ name: 'Cost', type: 'number', currency: 'INR' }, 'currency'],
      [{ name: 'Cost', type: 'number', options: OPTIONS }, 'options'],
      [{ name: 'Size', type: 'select', options: [OPTIONS[0], { ...OPTIONS[0], name: 'Other' }] }, 'options'],
      [{ name: '', type: 'text' }, 'name'],
    ] as const) {
      expect(await refused(body)).toMatchObject({ status: 400, errors: [{ path: at }] });
    }
    for (let count = 1; count < LIMITS.fieldsPerTeam; count += 1)
      await makeField('text', { name: `N ${count}` });
    expect(await refused({ name: 'One more', type: 'text' })).toMatchObject({ status: 422 });
  });

  it('validates values by type and names the field', async () => {
    const [task, other] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const good: Record<Exclude<FieldType, 'formula'>, unknown> = {
      text: 'Words',
      number: -12.5,
      money: 1200,
      percent: 150,
      date: '2026-11-20',
      select: OPTIONS[1]?.id,
      multiSelect: OPTIONS.map(({ id }) => id).toSorted(),
      person: ben.user.id,
      checkbox: true,
      url: 'mailto:ada@example.com',
      relation: [other.id],
    };
    const bad: typeof good = {
      text: 'x'.repeat(LIMITS.fieldText + 1),
      number: '12',
      money: 1e13,
      percent: true,
      date: '2026-02-30',
      select: randomUUID(),
      multiSelect: [OPTIONS[0]?.id, OPTIONS[0]?.id],
      person: randomUUID(),
      checkbox: 'yes',
      url: 'javascript:alert(1)',
      relation: [task.id],
    };
    for (const type of Object.keys(good) as (keyof typeof good)[]) {
      const field = await makeField(type);
      const response = await change(task.id, { custom: { [field.id]: bad[type] } });
      expect([response.status, response.body.errors?.[0]?.path]).toEqual([
        type === 'person' ? 404 : 400,
        `custom.${field.id}`,
      ]);
      if (type !== 'person' && type !== 'relation')
        expect(response.body.detail).toContain(`“A ${type}” must`);
      const set = await change(task.id, { custom: { [field.id]: good[type] } });
      expect(set.body.task.custom[field.id]).toEqual(good[type]);
    }
    expect(Object.keys((await read(task.id)).custom)).toHaveLength(Object.keys(good).length);
  });

  it('changes and records each value separately, also in bulk edits', async () => {
    const [text, box] = [await makeField('text'), await makeField('checkbox')];
    const tasks = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    const [one, other] = tasks.map(({ id }) => id) as [string, string];
    await Promise.all([
      change(one, { custom: { [text.id]: 'First' } }),
      change(one, { custom: { [box.id]: true } }),
    ]);
    expect((await read(one)).custom).toEqual({ [text.id]: 'First', [box.id]: true });
    const many = await ada.patch(`${path}/tasks`, {
      taskIds: [one, other],
      custom: { [text.id]: 'Second' },
      each: [{ custom: { [box.id]: null } }, {}],
    });
    expect(many.status).toBe(200);
    expect((await read(one)).custom).toEqual({ [text.id]: 'Second' });
    expect((await read(other)).custom).toEqual({ [text.id]: 'Second' });
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${one}/history`);
    const changes = body.changes.map(({ field, old, new: now }) => [field, old, now]);
    expect(new Set(changes.map((line) => JSON.stringify(line)))).toEqual(
      new Set(
        [
          [`custom.${text.id}`, null, 'First'],
          [`custom.${box.id}`, null, true],
          [`custom.${text.id}`, 'First', 'Second'],
          [`custom.${box.id}`, true, null],
        ].map((line) => JSON.stringify(line)),
      ),
    );
    const wrong = await ada.patch<Problem>(`${path}/tasks`, {
      taskIds: [one, other],
      each: [{}, { custom: { [text.id]: 5 } }],
    });
    expect(wrong.body).toMatchObject({ status: 400, errors: [{ path: `each.1.custom.${text.id}` }] });
  });

  it('accepts only users who can see the task and keeps values of removed options', async () => {
    const [person, size] = [await makeField('person'), await makeField('select')];
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const task = await makeTask(ada, teamId, { projectId: secret.id });
    expect((await change(task.id, { custom: { [person.id]: ben.user.id } })).body).toMatchObject({
      status: 404,
      errors: [{ path: `custom.${person.id}` }],
    });
    await change(task.id, { custom: { [size.id]: OPTIONS[0]?.id, [person.id]: ada.user.id } });
    await ada.patch(`${path}/fields/${size.id}`, { options: OPTIONS.slice(1) });
    const changed = await change(task.id, { title: 'Other', custom: { [size.id]: OPTIONS[0]?.id } });
    expect(changed.body.task.custom).toEqual({ [size.id]: OPTIONS[0]?.id, [person.id]: ada.user.id });
  });

  it('copies values to the next task of a series', async () => {
    const text = await makeField('text');
    const task = await makeTask(ada, teamId, {
      dueDate: '2026-11-20',
      repeat: { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' },
      custom: { [text.id]: 'Again' },
    });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    const statusId = body.statuses.find(({ category }) => category === 'completed')?.id;
    await change(task.id, { statusId });
    const all = await ada.get<{ tasks: Task[] }>(`${path}/tasks`);
    expect(all.body.tasks.map(({ custom }) => custom[text.id])).toEqual(['Again', 'Again']);
  });
});
