import { arbitraryScalars } from '@hearth/contracts/testing/scalars';
import * as fc from 'fast-check';
import type { PerTaskFields } from '@hearth/contracts/tasks/bulk-tasks';

/** Indexes of the tasks to be changed. */
export const TASKS = [0, 1, 2] as const;
type Fields = Record<string, unknown>;

/** Initial state of a task. */
export interface Start {
  project: '@open' | '@secret' | null;
  isAssigned: boolean;
  isInMilestone: boolean;
  isRepeating: boolean;
  isClosed: boolean;
  /** `@trashed` is a trashed task created by Ben. */
  parent: '@opentask' | '@secrettask' | '@trashed' | '@first' | null;
  links: '@opentask' | '@secrettask' | null;
}

export const starts: fc.Arbitrary<Start[]> = fc.array(
  fc.record<Start>({
    project: fc.constantFrom('@open', '@open', '@secret', null),
    isAssigned: fc.boolean(),
    isInMilestone: fc.boolean(),
    isRepeating: fc.nat(3).map((n) => n === 0),
    isClosed: fc.nat(4).map((n) => n === 0),
    parent: fc.constantFrom('@opentask', '@secrettask', '@trashed', '@first', null, null),
    links: fc.constantFrom('@opentask', '@secrettask', null),
  }),
  { minLength: TASKS.length, maxLength: TASKS.length },
);

const REPEAT = { mode: 'schedule', rule: 'FREQ=WEEKLY', timeZone: 'UTC', later: null };
export const startFields = (start: Start): Fields => ({
  title: 'A task',
  projectId: start.project,
  dueDate: '2030-01-03',
  labelIds: ['@label'],
  ...(start.isAssigned ? { assigneeIds: start.project === '@secret' ? ['@hal'] : ['@ben', '@ada'] } : {}),
  ...(start.isInMilestone && start.project !== null
    ? { milestoneId: `${start.project}milestone`, cycleId: `${start.project}cycle` }
    : {}),
  ...(start.isRepeating ? { repeat: REPEAT } : {}),
  ...(start.isClosed ? { statusId: '@completed' } : {}),
  ...(start.links === null ? {} : { custom: { '@relationfield': [start.links], '@numberfield': 1 } }),
});

const people = fc.subarray(['@ada', '@ben', '@gus', '@hal']);
const day = fc.constantFrom('2030-01-01', '2030-02-02', '2030-01-02T09:30:00.000Z', null);

/** Values by field. Names such as `@open` are placeholders for ids. */
const VALUES = {
  projectId: fc.constantFrom('@open', '@secret', '@secret', null),
  statusId: fc.constantFrom('@unstarted', '@started', '@completed', '@cancelled'),
  ...arbitraryScalars,
  assigneeIds: people,
  watcherIds: people,
  labelIds: fc.subarray(['@label', '@idea']),
  startDate: day,
  dueDate: day,
  repeat: fc.constantFrom(null, REPEAT, { ...REPEAT, mode: 'completion', rule: 'FREQ=DAILY' }),
  reporterId: fc.constantFrom('@ada', '@ben', '@gus', null),
  typeId: fc.constantFrom('@type', null),
  milestoneId: fc.constantFrom('@milestone', null),
  custom: fc.constantFrom(
    { '@numberfield': 5 },
    { '@numberfield': null, '@personfield': '@ben' },
    { '@relationfield': ['@secrettask'] },
    { '@relationfield': null },
  ),
  cycleId: fc.constantFrom('@cycle', null),
  triage: fc.constantFrom({}, { until: '2030-01-01' }, null),
  parentId: fc.constantFrom('@opentask', '@secrettask', null),
  siblingPosition: fc.constant('b'),
  position: fc.constant('a'),
} satisfies Record<keyof PerTaskFields, fc.Arbitrary<unknown>>;
type Name = keyof typeof VALUES;
const NAMES = Object.keys(VALUES) as Name[];
/** Fields that can have the same value on all tasks. The remaining fields depend on the task or its project. */
const COMMON = NAMES.filter((name) => !/^(?:position|siblingPosition|milestoneId|cycleId)$/.test(name));
/** Fields that are changed more often because they affect most other rows. */
const OFTEN: Name[] = ['projectId', 'statusId', 'assigneeIds', 'parentId'];

const some = (from: readonly Name[], most: number): fc.Arbitrary<Fields> =>
  fc
    .tuple(fc.subarray([...from], { maxLength: most }), fc.record(VALUES))
    .map(([names, values]) => Object.fromEntries(names.map((name) => [name, values[name]])));

/** Random changes: fields common to all tasks, and fields of each task. */
export const changes: fc.Arbitrary<{ common: Fields; each: Fields[] }> = fc
  .record({
    often: some(OFTEN, 2),
    common: some(COMMON, 2),
    each: fc.array(some(NAMES, 1), { minLength: TASKS.length, maxLength: TASKS.length }),
  })
  .map(({ often, common, each }) => ({ common: { ...often, ...common }, each }));

const START: Start = {
  project: '@open',
  isAssigned: true,
  isInMilestone: true,
  isRepeating: false,
  isClosed: false,
  parent: null,
  links: '@secrettask',
};
/** Cases that are rarely generated at random: a trashed parent, and related tasks that are moved to different projects. */
export const EXAMPLES: [Start[], { common: Fields; each: Fields[] }][] = [
  [
    [START, { ...START, parent: '@trashed' }, { ...START, isRepeating: true }],
    {
      common: { statusId: '@completed' },
      each: [{ projectId: '@secret', assigneeIds: ['@hal'] }, { parentId: '@opentask' }, { projectId: null }],
    },
  ],
];

/** Adapts field values to a task: milestones and cycles to its project, and positions to its index. */
export function fitFields(fields: Fields, at: number, projectId: string | null): Fields {
  const own = (value: unknown) =>
    typeof value !== 'string' || projectId === null ? null : projectId + value.slice(1);
  return {
    ...fields,
    ...('milestoneId' in fields ? { milestoneId: own(fields['milestoneId']) } : {}),
    ...('cycleId' in fields ? { cycleId: own(fields['cycleId']) } : {}),
    ...('position' in fields ? { position: `a${at * 2 + 1}` } : {}),
    ...('siblingPosition' in fields ? { siblingPosition: `a${at * 2 + 1}` } : {}),
  };
}

/** Returns the field values that revert a change. */
export function invert(before: Fields, after: Fields): Fields {
  const inverse: Fields = {};
  for (const name of NAMES) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
    inverse[name] = before[name];
  }
  if ('custom' in inverse) {
    const none = Object.keys(after['custom'] as Fields).map((id) => [id, null] as const);
    inverse['custom'] = { ...Object.fromEntries(none), ...(before['custom'] as Fields) };
  }
  return inverse;
}
