import { expect, test } from 'vitest';
import { PHRASING_CONTEXT } from '#testing/phrasings/phrasing-context.ts';
import { describeUnderstood } from '#testing/phrasings/describe-understood.ts';
import { listProbes, understand } from '#assistant/grammar/understand.ts';

const TITLES = ['Pay bill', 'Ship it', 'Done list', 'Draw logo', 'Call bank about it', 'Me', 'Bug'];
const tasks = TITLES.map((title, at) => ({ key: `WEB-${at + 1}`, title }));

const read = (text: string, context = { ...PHRASING_CONTEXT, tasks }) =>
  describeUnderstood(understand(text, context), context);

test.each([
  ['assign Pay bill to me', 'WEB-1: assign Dev Menon'],
  ['please assign pay bill to Asha', 'WEB-1: assign Asha Verma'],
  ['set the due date of Pay bill to friday', 'WEB-1: due 2026-11-20'],
  ['set due date of Pay bill to friday', 'WEB-1: due 2026-11-20'],
  ['set the priority of Pay bill to high', 'WEB-1: priority high'],
  ['set the status of Pay bill to done', 'WEB-1: status Done'],
  ['set the assignee of Pay bill to Asha', 'WEB-1: assign Asha Verma'],
  ['set the estimate of Pay bill to 3', 'WEB-1: estimate 3'],
  ['estimate Pay bill 3', 'WEB-1: estimate 3'],
  ['make Pay bill urgent', 'WEB-1: priority urgent'],
  ['remove the due date of Pay bill', 'WEB-1: due none'],
  ['delete Ship it', 'WEB-2: delete'],
  ['rename Ship it to Ship', 'WEB-2: rename Ship'],
  ['rename Pay bill to Draw logo', 'WEB-1: rename Draw logo'],
  ['move Done list to done', 'WEB-3: status Done'],
  ['finish Call bank about it', 'WEB-5: status Done'],
  ['assign Me to me', 'WEB-6: assign Dev Menon'],
  ['add label bug to Pay bill', 'WEB-1: labels +Bug'],
  ['remove label bug from Pay bill', 'WEB-1: labels -Bug'],
  ['comment on Pay bill: looks good', 'WEB-1: comment looks good'],
  ['comment on Pay bill: Draw logo is nice', 'WEB-1: comment Draw logo is nice'],
  ['remind me tomorrow about Pay bill', 'WEB-1: remind 2026-11-19 09:00'],
  ['Remind me of Ship it on friday at 8am', 'WEB-2: remind 2026-11-20 08:00'],
])('finds the task that is named by its title: %s', (text, understood) => {
  expect(read(text)).toBe(`change ${understood}`);
});

test.each([
  ['make Ship it high priority and due tomorrow', ['WEB-2: priority high', 'WEB-2: due 2026-11-19']],
  ['mark Ship it as done and assign it to Asha', ['WEB-2: status Done', 'WEB-2: assign Asha Verma']],
  ['WEB-12 high priority, due tomorrow', ['WEB-12: priority high', 'WEB-12: due 2026-11-19']],
  ['make WEB-12 urgent and assign it to me', ['WEB-12: priority urgent', 'WEB-12: assign Dev Menon']],
  ['make "Other" urgent and due tomorrow', ['"Other": priority urgent', '"Other": due 2026-11-19']],
])('makes several changes to one task: %s', (text, understood) => {
  expect(read(text)).toBe(understood.map((one) => `change ${one}`).join(' && '));
});

test.each([
  ['create task Pay bill by friday', 'create: Pay bill | due 2026-11-20'],
  ['add task Pay bill to Website', 'create: Pay bill | in Website'],
  [
    'remind me to call Ben about Pay bill tomorrow',
    'create: call Ben about Pay bill | @Dev Menon | due 2026-11-19',
  ],
  ['delete it', 'change these: delete'],
  ['assign "Ship it now" to me', 'change "Ship it now": assign Dev Menon'],
  ['assign WEB-12 to Asha and Ravi', 'change WEB-12: assign Asha Verma Ravi Kumar'],
  ['assign Something else to me', 'change "Something else": assign Dev Menon'],
  ['assign Pay bill', 'missing person'],
])('reads titles only where they name the task of a change: %s', (text, understood) => {
  expect(read(text)).toBe(understood);
});

test('asks which task is meant if several have the title', () => {
  const context = {
    ...PHRASING_CONTEXT,
    tasks: ['WEB-1', 'MOB-2'].map((key) => ({ key, title: 'Pay bill' })),
  };
  expect(understand('assign Pay bill to me', context)).toMatchObject({
    kind: 'ambiguous',
    options: [{ text: 'assign WEB-1 to me' }, { text: 'assign MOB-2 to me' }],
  });
});

test.each([
  'invite zoe@example.com',
  'put Pay bill in milestone Beta',
  'make Asha admin',
  'share Website with Asha',
])('reports that the assistant can’t do: %s', (text) => {
  expect(understand(text, { ...PHRASING_CONTEXT, tasks })).toMatchObject({ kind: 'missed', isBeyond: true });
});

test('searches titles only for changes that name no key', () => {
  expect(listProbes('please delete Ship it', PHRASING_CONTEXT)).toEqual(['Ship', 'Ship it']);
  for (const text of ['delete WEB-12', 'what is overdue', 'Pay bill', ''])
    expect(listProbes(text, PHRASING_CONTEXT)).toEqual([]);
});
