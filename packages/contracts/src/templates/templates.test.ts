import { EMPTY_SCALARS } from '#model/scalar-field-values.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType } from '#custom-fields/custom-field-values.ts';
import type { TemplateField } from './template-field-values.ts';
import { findCircle } from '#relations/relation-values.ts';
import type { Task } from '#tasks/tasks.ts';
import { captureTemplate, type CaptureSource } from './template-capture-values.ts';
import { expandTemplate, fitsCalendar } from './template-expand-values.ts';
import { countNewIds, findTemplateFault, hasDays } from './template-values.ts';
import { templateContent } from './templates.ts';
import { dayOf, isMoment, makeWhen, timeOf } from '#core/moment-values.ts';
import { addDays } from '#core/days.ts';

const ZONE = 'Asia/Kolkata';
const STATUSES = [
  { id: 's1', name: 'Backlog', category: 'backlog' },
  { id: 's2', name: 'To do', category: 'unstarted' },
  { id: 's3', name: 'Doing', category: 'started' },
  { id: 's4', name: 'Done', category: 'completed' },
  { id: 's5', name: 'Dropped', category: 'cancelled' },
] as const;
const LABELS = [
  { id: 'l1', name: 'Print' },
  { id: 'l2', name: 'web' },
];
const TYPES = [
  { id: 'y1', name: 'Bug' },
  { id: 'y2', name: 'Feature' },
];
const OPTION = '0000000a-0000-4000-8000-000000000000';
const FIELDS: readonly TemplateField[] = FIELD_TYPES.map((type, at) => ({
  id: `0000000f-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`,
  type,
  options: type === 'select' || type === 'multiSelect' ? [{ id: OPTION, name: 'Small' }] : [],
}));
const fieldOf = (type: FieldType): string => FIELDS.find((field) => field.type === type)?.id ?? '';
const PEOPLE = ['ada', 'bob', 'cy'].map(
  (_name, at) => `0000000${at + 1}-0000-4000-8000-000000000000`,
) as readonly string[];

function makeTask(fields: Partial<Task> & { id: string }): Task {
  return {
    number: 1,
    key: 'X-1',
    title: fields.id,
    description: '',
    descriptionDoc: null,
    descriptionVersion: null,
    projectId: null,
    statusId: 's2',
    ...EMPTY_SCALARS,
    assigneeIds: [],
    watcherIds: [],
    labelIds: [],
    startDate: null,
    dueDate: null,
    repeat: null,
    series: null,
    parentId: null,
    siblingPosition: null,
    position: fields.id,
    reporterId: null,
    typeId: null,
    triage: null,
    milestoneId: null,
    custom: {},
    trackedSeconds: 0,
    cycleId: null,
    coverId: null,
    createdBy: null,
    createdAt: '',
    updatedAt: '',
    closedAt: null,
    ...fields,
  };
}

function sourceOf(tasks: readonly Task[], more: Partial<CaptureSource> = {}): CaptureSource {
  return {
    tasks,
    rootId: tasks[0]?.id ?? null,
    project: null,
    milestones: [],
    items: [],
    relations: [],
    statuses: new Map(STATUSES.map((status) => [status.id, status])),
    labels: new Map(LABELS.map((label) => [label.id, label])),
    types: new Map(TYPES.map((type) => [type.id, type])),
    fields: FIELDS,
    people: [],
    timeZone: ZONE,
    nameRole: (number) => `Role ${number}`,
    ...more,
  };
}

function expand(
  content: ReturnType<typeof captureTemplate>,
  startDate: string,
  roleIds: readonly (string | null)[],
  fields: readonly TemplateField[] = FIELDS,
) {
  let idCount = 0;
  // The order of the new ids differs from the order of the tasks.
  const newId = () => `n${(9_999 - (idCount += 1)).toString().padStart(4, '0')}`;
  const expandOptions = {
    startDate,
    timeZone: ZONE,
    roleIds,
    statuses: STATUSES,
    labels: LABELS,
    types: TYPES,
    fields,
    id: 'root',
    newId,
  };
  return { ...expandTemplate(content, expandOptions), idCount: () => idCount };
}

const days = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.constantFrom(null, null, '00:10', '17:30', '23:50'))
    .map(([count, time]) => makeWhen(addDays('2026-02-20', count), time, ZONE)),
  { nil: null },
);
/** Random trees up to the maximum depth, in which each parent precedes its children. */
const trees = fc
  .array(
    fc.record({
      up: fc.nat(),
      startDate: days,
      dueDate: days,
      statusId: fc.constantFrom('s1', 's2', 's3', 's4'),
      priority: fc.constantFrom('none' as const, 'high' as const),
      labelIds: fc.subarray(['l1', 'l2']),
      typeId: fc.constantFrom('y1', 'y2', null),
      assigneeIds: fc.subarray([...PEOPLE]),
      steps: fc.array(fc.constantFrom('one', 'two', 'three'), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) => {
    const levels: number[] = [];
    const tasks = all.map(({ up, steps: _steps, ...fields }, at) => {
      const above = levels.flatMap((level, one) => (level < 5 ? one : []));
      const parent = at === 0 ? null : (above[up % above.length] ?? 0);
      levels.push(parent === null ? 0 : (levels[parent] ?? 0) + 1);
      const id = `t${String(at).padStart(2, '0')}`;
      const parentId = parent === null ? null : `t${String(parent).padStart(2, '0')}`;
      return makeTask({ id, ...fields, parentId, siblingPosition: parentId === null ? null : id });
    });
    const items = all.flatMap(({ steps }, at) =>
      steps.map((title, nth) => ({
        id: `${at}/${nth}`,
        taskId: tasks[at]?.id ?? '',
        title,
        isDone: true,
        position: '',
      })),
    );
    return { tasks, items };
  });

describe('templates', () => {
  it('converts custom field values to the new dates, people, options and relations', () => {
    const [ada = '', bob = ''] = PEOPLE;
    const ids = ['0000000b-0000-4000-8000-000000000001', '0000000b-0000-4000-8000-000000000002'] as const;
    const custom = {
      [fieldOf('text')]: 'Words',
      [fieldOf('money')]: 12,
      [fieldOf('date')]: '2026-02-10',
      [fieldOf('select')]: OPTION,
      [fieldOf('multiSelect')]: [OPTION],
      [fieldOf('person')]: ada,
      [fieldOf('checkbox')]: true as const,
      [fieldOf('relation')]: [ids[1], 'somewhere else'],
    };
    const root = makeTask({ id: ids[0], startDate: '2026-02-20', custom });
    const part = makeTask({ id: ids[1], parentId: ids[0], custom: { [fieldOf('relation')]: [ids[0]] } });
    const source = sourceOf([root, part]);
    const content = captureTemplate({ ...source, people: [{ userId: ada, role: 'Writer' }] });
    expect(content.roles).toEqual(['Writer']);
    expect(findTemplateFault('task', templateContent.parse(content))).toBeNull();
    let idCount = 0;
    const expandOptions = {
      startDate: '2027-01-11',
      timeZone: ZONE,
      roleIds: [bob],
      statuses: STATUSES,
      labels: LABELS,
      types: TYPES,
    };
    const newId = () => `0000000c-0000-4000-8000-${String((idCount += 1)).padStart(12, '0')}`;
    const whole = '0000000d-0000-4000-8000-000000000000';
    const options = [{ id: '0000000e-0000-4000-8000-000000000000', name: 'SMALL' }];
    const fields = FIELDS.map((field) => (field.options.length === 0 ? field : { ...field, options }));
    const { tasks } = expandTemplate(content, { ...expandOptions, fields, id: whole, newId });
    const [first, second] = tasks;
    expect(first?.custom).toEqual({
      ...custom,
      [fieldOf('date')]: '2027-01-01',
      [fieldOf('select')]: options[0]?.id,
      [fieldOf('multiSelect')]: [options[0]?.id],
      [fieldOf('person')]: bob,
      [fieldOf('relation')]: [second?.id],
    });
    expect(second?.custom).toEqual({ [fieldOf('relation')]: [whole] });
    const none = expandTemplate(content, { ...expandOptions, roleIds: [null], fields: [], id: whole, newId });
    expect(none.tasks.map((task) => task.custom)).toEqual([{}, {}]);
  });

  it('unchecks the checkboxes of rich descriptions and keeps plain descriptions unchanged', () => {
    const box = (checked: boolean) => ({
      type: 'taskItem' as const,
      attrs: { checked },
      content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Call them' }] }],
    });
    const listOf = (checked: boolean) => ({
      type: 'doc' as const,
      content: [{ type: 'taskList' as const, content: [box(checked)] }],
    });
    const done = makeTask({ id: 'a', description: '- [x] Call them', descriptionDoc: listOf(true) });
    const plain = makeTask({ id: 'b', parentId: 'a', description: '- [x] as it was typed' });
    const [first, second] = captureTemplate(sourceOf([done, plain])).tasks;
    expect(first).toMatchObject({ description: '- [ ] Call them', descriptionDoc: listOf(false) });
    expect(second).toMatchObject({ description: plain.description, descriptionDoc: null });
  });

  it('recreates the tree with its dates, people, checklists and relations', () => {
    const links = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 10 });
    const starts = fc.integer({ min: 0, max: 3_000 }).map((count) => addDays('2024-02-28', count));
    fc.assert(
      fc.property(trees, links, starts, ({ tasks, items }, pairs, startDate) => {
        const named = new Set<string>();
        const relations = pairs.flatMap(([one, other]) => {
          const [a, b] = [one % tasks.length, other % tasks.length].toSorted((x, y) => x - y);
          const [fromId = '', toId = ''] = [tasks[a ?? 0]?.id, tasks[b ?? 0]?.id];
          if (fromId === toId || named.has(fromId + toId)) return [];
          named.add(fromId + toId);
          return [{ kind: 'blocks' as const, fromId, toId }];
        });
        const content = captureTemplate(sourceOf(tasks, { items, relations }));
        expect(findTemplateFault('task', content)).toBeNull();
        expect(templateContent.parse(content)).toEqual(content);
        const roleIds = content.roles.map(
          (role) => tasks.flatMap(({ assigneeIds }) => assigneeIds)[content.roles.indexOf(role)] ?? null,
        );
        expect(roleIds).toHaveLength(content.roles.length);
        const expanded = expand(content, startDate, roleIds);
        expect(expanded.idCount()).toBe(countNewIds(content));

        const titleOf = new Map(expanded.tasks.map(({ id, title }) => [id, title]));
        const first = tasks
          .flatMap(({ startDate: from, dueDate }) => [from, dueDate])
          .filter((when) => when !== null)
          .map((when) => dayOf(when, ZONE))
          .toSorted()[0];
        // All days move by the same distance, and times of day are unchanged.
        const moved = (when: string | null) => {
          if (when === null) return null;
          const day = dayOf(when, ZONE);
          const to = addDays(startDate, (Date.parse(day) - Date.parse(first ?? day)) / 86_400_000);
          return isMoment(when) ? makeWhen(to, timeOf(when, ZONE), ZONE) : to;
        };
        expect(hasDays(content)).toBe(first !== undefined);
        expect(expanded.tasks.map(({ title }) => title).toSorted()).toEqual(tasks.map(({ title }) => title));
        for (const task of expanded.tasks) {
          const old = tasks.find(({ id }) => id === task.title);
          expect(titleOf.get(task.parentId ?? '') ?? null).toBe(old?.parentId ?? null);
          expect([task.startDate, task.dueDate]).toEqual([
            moved(old?.startDate ?? null),
            moved(old?.dueDate ?? null),
          ]);
          expect(task.labelIds).toEqual(old?.labelIds);
          expect(task.typeId).toBe(old?.typeId);
          expect(task.priority).toBe(old?.priority);
          expect(task.statusId).toBe(old?.statusId === 's4' ? 's2' : old?.statusId);
          const steps = expanded.items.filter(({ taskId }) => taskId === task.id).map(({ title }) => title);
          expect(steps).toEqual(items.filter(({ taskId }) => taskId === old?.id).map(({ title }) => title));
        }
        // Siblings keep their order.
        for (const parent of titleOf.keys()) {
          const below = expanded.tasks
            .filter(({ parentId }) => parentId === parent)
            .map(({ title }) => title);
          expect(below).toEqual(below.toSorted());
        }
        const relationNames = expanded.relations.map(
          ({ fromId, toId }) => `${titleOf.get(fromId)}>${titleOf.get(toId)}`,
        );
        expect(relationNames.toSorted()).toEqual(
          relations.map(({ fromId, toId }) => `${fromId}>${toId}`).toSorted(),
        );
        expect(findCircle(expanded.relations)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('defines a role per person or shared role name and keeps people without a role', () => {
    const [ada = '', bob = '', cy = ''] = PEOPLE;
    const tasks = [
      makeTask({ id: 'a', assigneeIds: [ada, bob] }),
      makeTask({ id: 'b', parentId: 'a', siblingPosition: 'a', assigneeIds: [cy, ada] }),
    ];
    const people = [
      { userId: ada, role: 'Design' },
      { userId: bob, role: 'Design' },
      { userId: cy, role: null },
    ];
    const content = captureTemplate(sourceOf(tasks, { people }));
    expect(content.roles).toEqual(['Design']);
    expect(expand(content, '2026-11-22', [bob]).tasks.map(({ assigneeIds }) => assigneeIds)).toEqual([
      [bob],
      [bob, cy],
    ]);
    expect(captureTemplate(sourceOf(tasks)).roles).toEqual(['Role 1', 'Role 2', 'Role 3']);
    expect(expand(content, '2026-11-22', []).tasks[0]?.assigneeIds).toEqual([]);
  });

  it('omits cancelled tasks with descendants and tasks with a successor in their series', () => {
    const tasks = [
      makeTask({ id: 'a' }),
      makeTask({ id: 'b', parentId: 'a', siblingPosition: 'a', statusId: 's5' }),
      makeTask({ id: 'c', parentId: 'b', siblingPosition: 'a' }),
      makeTask({ id: 'd', parentId: 'a', siblingPosition: 'b', series: { id: 'x', run: 1, state: 'going' } }),
      makeTask({ id: 'e', parentId: 'a', siblingPosition: 'c' }),
    ];
    const relations = [{ kind: 'blocks' as const, fromId: 'c', toId: 'e' }];
    const content = captureTemplate(sourceOf(tasks, { relations }));
    expect(content.tasks.map(({ title }) => title)).toEqual(['a', 'e']);
    expect(content.relations).toEqual([]);
  });

  it('matches statuses by name or category, and labels and types case-insensitively', () => {
    const task = makeTask({ id: 'a', statusId: 's3', labelIds: ['l1', 'l2'], typeId: 'y1' });
    const content = captureTemplate(sourceOf([task]));
    const expandOptions = {
      startDate: '2026-11-22',
      timeZone: ZONE,
      roleIds: [],
      fields: [],
      id: 'r',
      newId: () => 'n',
    };
    const other = [
      { id: 'x', name: 'Next', category: 'unstarted' },
      { id: 'y', name: 'Now', category: 'started' },
    ] as const;
    const [expandedTask] = expandTemplate(content, {
      ...expandOptions,
      statuses: other,
      labels: [{ id: 'w', name: 'WEB' }],
      types: [{ id: 'b', name: 'BUG' }],
    }).tasks;
    expect([expandedTask?.statusId, expandedTask?.labelIds, expandedTask?.typeId]).toEqual(['y', ['w'], 'b']);
    expect(
      expandTemplate(content, { ...expandOptions, statuses: [other[0]], labels: [], types: [] }).tasks[0]
        ?.statusId,
    ).toBe('x');
  });

  it('shifts dates across leap days and the end of the year, and detects dates beyond the calendar', () => {
    const task = makeTask({ id: 'a', startDate: '2026-01-01', dueDate: '2026-03-31' });
    const content = captureTemplate(sourceOf([task]));
    expect(content.tasks[0]?.dueDay).toBe(89);
    expect(expand(content, '2027-12-15', []).tasks[0]?.dueDate).toBe('2028-03-13');
    expect(fitsCalendar(content, '9999-10-03')).toBe(true);
    expect(fitsCalendar(content, '9999-10-04')).toBe(false);
  });

  it.each([
    ['a task before its parent', { parent: 1 }, /before/],
    ['a nonexistent role', { roles: [3] }, /role/],
    ['a nonexistent milestone', { milestone: 0 }, /milestone/],
  ])('rejects %s', (_what, fault, message) => {
    const content = captureTemplate(sourceOf([makeTask({ id: 'a' })]));
    const [task] = content.tasks;
    if (task === undefined) throw new Error('no task');
    expect(findTemplateFault('task', { ...content, tasks: [{ ...task, ...fault }] })).toMatch(message);
  });

  it('rejects circular relations and content of another kind', () => {
    const tasks = [makeTask({ id: 'a' }), makeTask({ id: 'b', parentId: 'a', siblingPosition: 'a' })];
    const content = captureTemplate(sourceOf(tasks));
    const circle = [
      { kind: 'blocks' as const, from: 0, to: 1 },
      { kind: 'blocks' as const, from: 1, to: 0 },
    ];
    expect(findTemplateFault('task', { ...content, relations: circle })).toMatch(/wait for each other/);
    expect(findTemplateFault('project', content)).toMatch(/kind/);
    const loose = content.tasks.map((task) => ({ ...task, parent: null }));
    expect(findTemplateFault('task', { ...content, tasks: loose })).toMatch(/isn’t a sub-task of the first/);
  });
});
