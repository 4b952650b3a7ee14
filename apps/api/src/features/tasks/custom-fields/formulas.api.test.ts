import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { hasOptions } from '@hearth/contracts/custom-fields/custom-field-values';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Problem } from '@hearth/contracts/core/errors';
import { compileFormulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import { parseFormula } from '@hearth/contracts/custom-fields/formula-parse-values';
import { measureFormulas } from '@hearth/contracts/custom-fields/formula-size-values';
import { FORMULA_LIMITS, type FormulaField } from '@hearth/contracts/custom-fields/formula-values';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { arbitraryFormula, FORMULA_FIELDS } from '@hearth/contracts/testing/formulas';
import { arbitraryTask, PEOPLE } from '@hearth/contracts/testing/views';
import { sql } from 'kysely';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { translateFormulas } from './formula-sql.ts';

const OWN = '00000000-0000-4000-8000-000000000099';

describeOneEngine('formula fields', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let teamId: string;
  let path: string;
  let tasks: Task[];

  beforeAll(async () => {
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    for (const { id, name, type, options } of FORMULA_FIELDS) {
      const colored = hasOptions(type) ? options.map((one) => ({ ...one, color: 'sky' })) : [];
      const created = await ada.post(`${path}/fields`, { id, name, type, options: colored });
      expect(created.status).toBe(201);
    }
    for (const model of fc.sample(arbitraryTask, { numRuns: 40, seed: 11 })) {
      const { createdAt, closedAt, title, estimate, startDate, dueDate, custom } = model;
      const plain = Object.entries(custom).filter(
        ([, value]) => !PEOPLE.includes(String(value)) && !Array.isArray(value),
      );
      const fields = { title, estimate, startDate, dueDate, custom: Object.fromEntries(plain) };
      const task = await makeTask(ada, teamId, fields);
      await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
        sql`update tasks set created_at = ${createdAt}, closed_at = ${closedAt}, tracked_seconds = number * 977
          where team_id = ${teamId} and id = ${task.id}`.execute(tx),
      );
    }
    tasks = (await ada.get<{ tasks: Task[] }>(`${path}/tasks?limit=200`)).body.tasks;
  });

  const make = async (name: string, formula: string, id?: string) =>
    await ada.post<{ field: CustomField } & Problem>(`${path}/fields`, {
      id,
      name,
      type: 'formula',
      formula,
    });
  const find = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ limit: '200', ...query }).toString();
    const response = await ada.get<{ tasks: Task[] } & Problem>(`${path}/tasks?${search}`);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body.tasks.map(({ id }) => id);
  };

  it('computes the same results in the database as in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFormula, async ({ text }) => {
        const read = parseFormula(text, FORMULA_FIELDS);
        if (text.length > FORMULA_LIMITS.stored || 'fault' in read) return;
        const field: FormulaField = {
          id: OWN,
          name: 'Own',
          type: 'formula',
          options: [],
          formula: text,
          result: read.tree.kind,
        };
        const fields = [...FORMULA_FIELDS, field];
        const computed = translateFormulas(fields, [OWN]);
        const value = computed.valueOf(OWN) ?? sql`null`;
        const { rows } = await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
          sql<{ id: string; value: unknown }>`
            select t.id, ${value} as value from tasks t ${computed.join} where t.team_id = ${teamId}`.execute(
            tx,
          ),
        );
        const given = new Map(rows.map((row) => [row.id, row.value ?? undefined]));
        const compute = compileFormulas(fields).get(OWN);
        for (const task of tasks)
          expect(given.get(task.id), `${text} of ${task.title}`).toEqual(compute?.(task));
      }),
      { numRuns: 150 },
    );
  });

  it('filters and sorts like the browser', async () => {
    const number = FORMULA_FIELDS.find(({ type }) => type === 'number');
    const created = await make('Twice', '{Number} * 2 + {estimate}');
    expect(created.body.field).toMatchObject({
      formula: `{${number?.id}} * 2 + {estimate}`,
      result: 'number',
    });
    const { field } = created.body;
    const value = compileFormulas([...FORMULA_FIELDS, field]).get(field.id);
    const name = toCustomFieldName(field.id);
    const have = (test: (one: unknown) => boolean) =>
      tasks.filter((task) => test(value?.(task))).map(({ id }) => id);
    expect(await find({ filter: `${name}:2..30` })).toEqual(
      have((one) => Number(one) >= 2 && Number(one) <= 30),
    );
    expect(await find({ filter: `${name}:none` })).toEqual(have((one) => one === undefined));
    const key = (task: Task) => Number(value?.(task) ?? Infinity);
    const sorted = tasks.toSorted((a, b) => (key(a) === key(b) ? b.number - a.number : key(a) - key(b)));
    expect(await find({ sort: name })).toEqual(sorted.map(({ id }) => id));
    const first = await ada.get<{ tasks: Task[]; nextCursor: string }>(`${path}/tasks?limit=5&sort=${name}`);
    expect(await find({ sort: name, cursor: first.body.nextCursor })).toEqual(
      sorted.slice(5).map(({ id }) => id),
    );
    const box = (await make('Is late', '{due} < {created}')).body.field;
    const late = compileFormulas([...FORMULA_FIELDS, box]).get(box.id);
    expect(await find({ filter: `${toCustomFieldName(box.id)}:yes` })).toEqual(
      tasks.filter((task) => late?.(task) === true).map(({ id }) => id),
    );
    const textField = (await make('Line', '{title} & " x " & {estimate}')).body.field;
    const line = compileFormulas([...FORMULA_FIELDS, textField]).get(textField.id);
    expect(await find({ filter: `${toCustomFieldName(textField.id)}:has.x 3` })).toEqual(
      tasks.filter((task) => String(line?.(task) ?? '').includes('x 3')).map(({ id }) => id),
    );
  });

  it('rejects invalid formulas and direct values and protects fields that other formulas use', async () => {
    const at = [{ path: 'formula' }];
    expect((await make('Wrong', '{Number} +')).body).toMatchObject({ status: 400, errors: at });
    expect((await make('Wrong', '{Nobody}')).body.detail).toContain(
      'uses a field that doesn’t exist (“Nobody”)',
    );
    expect(
      (await ada.post<Problem>(`${path}/fields`, { name: 'Wrong', type: 'formula' })).body,
    ).toMatchObject({
      status: 400,
      errors: at,
    });
    const first = (await make('First', '{Number} + 1')).body.field;
    const second = (await make('Second', '{First} * 2')).body.field;
    const change = async (formula: string) =>
      (await ada.patch<{ field: CustomField } & Problem>(`${path}/fields/${first.id}`, { formula })).body;
    expect(await change('{Second}')).toMatchObject({ status: 422, code: 'CIRCULAR', errors: at });
    expect(await change('{title}')).toMatchObject({ status: 422, code: 'INVALID_STATE' });
    expect((await change('{Number} + 2')).field.result).toBe('number');
    const rejected = await ada.send<Problem>('DELETE', `${path}/fields/${first.id}`);
    expect(rejected.body.detail).toContain('The formula of “Second” uses “First”');
    // The browser sends `result`, too. It is ignored, because the result type is derived from the formula.
    const sent = { name: 'Renamed', options: [], formula: `{${second.id}} - {${second.id}}`, result: 'text' };
    expect((await ada.patch(`${path}/fields/${first.id}`, sent)).status).toBe(422);
    const renamed = await ada.patch<{ field: CustomField }>(`${path}/fields/${first.id}`, {
      ...sent,
      formula: '{Number} + 3',
    });
    expect(renamed.body.field).toMatchObject({ name: 'Renamed', result: 'number' });
    const list = await ada.get<{ fields: CustomField[] }>(`${path}/fields?limit=200`);
    expect(list.body.fields.find(({ id }) => id === second.id)?.formula).toBe(`{${first.id}} * 2`);
    const set = await ada.patch<Problem>(`${path}/tasks/${tasks[0]?.id}`, { custom: { [first.id]: 5 } });
    expect(set.body).toMatchObject({ status: 400, errors: [{ path: `custom.${first.id}` }] });
  });

  it('enforces the size limit transitively, even when fields are redefined or restored', async () => {
    const eight = (name: string) => Array.from({ length: 8 }, () => `{${name}}`).join('+');
    const chain: CustomField[] = [];
    for (let at = 0; at <= 8; at += 1) chain.push((await make(`F${at}`, '{estimate} + 1')).body.field);
    const statuses: number[] = [];
    const refusals: Problem[] = [];
    for (let at = 8; at > 0; at -= 1) {
      const formula = eight(`F${at - 1}`);
      const response = await ada.patch<Problem>(`${path}/fields/${chain[at]?.id}`, { formula });
      statuses.push(response.status);
      if (response.status !== 200) refusals.push(response.body);
    }
    expect(statuses.slice(0, 3)).toEqual([200, 200, 400]);
    expect(refusals[0]).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ path: 'formula' }] });
    expect(refusals[0]?.detail).toContain('“F8”');
    const { fields } = (await ada.get<{ fields: CustomField[] }>(`${path}/fields?limit=200`)).body;
    for (const size of measureFormulas(fields).values())
      expect(size).toBeLessThanOrEqual(FORMULA_LIMITS.nodes);
    for (const { id } of chain)
      expect(await find({ sort: toCustomFieldName(id) })).toHaveLength(tasks.length);
    for (const { id } of chain.toReversed())
      expect((await ada.send('DELETE', `${path}/fields/${id}`)).status).toBe(204);

    const inner = (await make('Inner', '{estimate} + 1')).body.field;
    const outer = (await make('Outer', eight('Inner'))).body.field;
    await ada.send('DELETE', `${path}/fields/${outer.id}`);
    const grown = Array.from({ length: 90 }, () => '1').join('+');
    expect((await ada.patch(`${path}/fields/${inner.id}`, { formula: grown })).status).toBe(200);
    const restored = await ada.post<Problem>(`${path}/fields/${outer.id}/restore`);
    expect(restored.body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(restored.body.detail).toContain('too large');
    await ada.patch(`${path}/fields/${inner.id}`, { formula: '{estimate} + 2' });
    expect((await ada.post(`${path}/fields/${outer.id}/restore`)).status).toBe(200);
  });

  it('filters and sorts with large formulas within the cost limit and rejects costlier or too many requests', async () => {
    const names: string[] = [];
    for (const [at, formula] of [
      `${'1+'.repeat(199)}{estimate}`,
      `max(${'1,'.repeat(198)}{estimate})`,
      String.raw`"it's \ $1 :x" & {title}`,
    ].entries())
      names.push(toCustomFieldName((await make(`Large ${at}`, formula)).body.field.id));
    const values = Array.from({ length: 50 }, (_none, at) => `${at}..${at + 1}`).join(',');
    const filter = names.map((name) => `${name}:${values}`).join(';');
    const sort = names.join(',');
    const response = await ada.get<{ nextCursor: string | null } & Problem>(
      `${path}/tasks?${new URLSearchParams({ limit: '5', sort, filter }).toString()}`,
    );
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    const first = await ada.get<{ nextCursor: string }>(
      `${path}/tasks?${new URLSearchParams({ limit: '5', sort }).toString()}`,
    );
    expect(await find({ sort, cursor: first.body.nextCursor })).toHaveLength(tasks.length - 5);
    for (let at = 0; at < 5; at += 1) {
      const { field } = (await make(`Larger ${at}`, `${'1+'.repeat(199)}{estimate}`)).body;
      names.push(toCustomFieldName(field.id));
    }
    const many = names.map((name) => `${name}:1..2`).join(';');
    const refused = await ada.get<Problem>(
      `${path}/tasks?${new URLSearchParams({ filter: many }).toString()}`,
    );
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      errors: [{ path: 'filter' }],
    });
    const at = await Promise.all(
      Array.from({ length: 12 }, () => ada.get(`${path}/tasks?${new URLSearchParams({ sort }).toString()}`)),
    );
    expect(new Set(at.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});
