import { addDays } from '@hearth/contracts/core/days';
import {
  all,
  ask,
  change,
  cites,
  control,
  create,
  find,
  his,
  taskDeleted,
  taskExists,
  last,
  mine,
  nextFriday,
  nextMonday,
  report,
  says,
  task,
  type Case,
} from './checks.ts';

const LOGIN = 'Fix the login error';
const FONT = 'Choose a typeface';
const WELCOME = 'Write the welcome mail';
const FEEDBACK = 'Collect feedback';
const LANDING = 'Draft the landing page';
const NEWSLETTER = 'Ship the newsletter';

const isDone = (title: string): Case['check'] => task(title, () => ({ status: 'Done' }));
const hasComment =
  (title: string, body: string): Case['check'] =>
  async (world) => {
    const found = await world.find(title);
    const { comments } = await world.read<{ comments: { body: string }[] }>(`/tasks/${found?.id}/comments`);
    return comments.some((one) => one.body === body) ? null : `no comment: ${last(world)}`;
  };
const hasDocument =
  (title: string): Case['check'] =>
  async (world) => {
    const { documents } = await world.read<{ documents: { title: string }[] }>('/documents?limit=50');
    return documents.some((one) => one.title === title) ? null : `no document: ${last(world)}`;
  };
const hasProject =
  (name: string): Case['check'] =>
  async (world) => {
    const { projects } = await world.read<{ projects: { name: string }[] }>('/projects?limit=50');
    return projects.some((one) => one.name === name) ? null : `no project: ${last(world)}`;
  };

/** Informal phrases as users type them, written without reference to the assistant's grammar. */
export const EVERYDAY_CASES: readonly Case[] = [
  create(
    'hey can you pls add a task to call the landlord tomorrow',
    task('Call the landlord', ({ today }) => ({ dueDate: addDays(today, 1) })),
  ),
  create(
    "I need to renew the SSL cert by friday, don't let me forget",
    task('Renew the SSL cert', ({ today }) => ({ dueDate: nextFriday(today) })),
  ),
  create(
    'put "Order new chairs" on bob\'s list',
    task('Order new chairs', (world) => ({ assigneeIds: his(world) })),
  ),
  create(
    'new bug: search returns nothing, urgent, website',
    task('Search returns nothing', ({ projects }) => ({ priority: 'urgent', projectId: projects.website })),
  ),
  create('todo: water the plants every monday', async (world) => {
    const found = await world.find('Water the plants');
    return found?.repeat == null ? `no repeat: ${last(world)}` : null;
  }),
  create(
    'Have Bob prepare the slides for Monday',
    task('Prepare the slides', (world) => ({ assigneeIds: his(world), dueDate: nextMonday(world.today) })),
  ),
  create(
    'tasks: buy milk, book a room, print badges',
    all(taskExists('Buy milk'), taskExists('Book a room'), taskExists('Print badges')),
  ),
  create('start a new project for the Winter campaign', hasProject('Winter campaign')),
  create('write up a doc titled Retro notes', hasDocument('Retro notes')),
  create(
    'under Onboarding add "Record a demo" for me, high prio',
    task('Record a demo', (world) => ({
      projectId: world.projects.onboarding,
      assigneeIds: mine(world),
      priority: 'high',
    })),
  ),
  create(
    'kal tak report bhejna hai, task bana do',
    task('Report bhejna', ({ today }) => ({ dueDate: addDays(today, 1) })),
  ),
  create('एक नया टास्क बनाओ: बिल भरना', taskExists('बिल भरना')),

  change('{login} is done', isDone(LOGIN)),
  change('I finished the welcome mail', isDone(WELCOME)),
  change(
    'give {font} to bob please',
    task(FONT, (world) => ({ assigneeIds: his(world) })),
  ),
  change(
    'push {welcome} to next monday',
    task(WELCOME, ({ today }) => ({ dueDate: nextMonday(today) })),
  ),
  change(
    'bump {font} to urgent',
    task(FONT, () => ({ priority: 'urgent' })),
  ),
  change(
    'can you take me off {newsletter}',
    task(NEWSLETTER, () => ({ assigneeIds: [] })),
  ),
  change(
    '{welcome} needs two more days',
    task(WELCOME, ({ today }) => ({ dueDate: addDays(today, 2) })),
  ),
  change(
    'tag {font} with bug',
    task(FONT, () => ({ label: 'bug' })),
  ),
  change(
    'start working on {font}',
    task(FONT, () => ({ status: 'In progress' })),
  ),
  change('call {font} "Pick a font" instead', taskExists('Pick a font')),
  change('note on {login}: happens only on Safari', hasComment(LOGIN, 'happens only on Safari')),
  change(
    'move all my overdue stuff to friday',
    task(LOGIN, ({ today }) => ({ dueDate: nextFriday(today) })),
  ),
  change(
    'no due date for {welcome} anymore',
    task(WELCOME, () => ({ dueDate: null })),
  ),
  change('trash {font}', taskDeleted(FONT)),
  change(
    '{font} bob ko de do',
    task(FONT, (world) => ({ assigneeIds: his(world) })),
  ),
  change('{login} ho gaya', isDone(LOGIN)),
  change('{font} को पूरा कर दो', isDone(FONT)),

  ask("what's on my plate today", says([WELCOME], [FEEDBACK])),
  ask('anything late?', says([LOGIN, FEEDBACK], [FONT])),
  ask('what is bob working on right now', says([LANDING], [LOGIN])),
  ask('which tasks have nobody on them', says([FONT], [LOGIN])),
  ask('what is holding up the newsletter', says([LANDING])),
  ask('how many open tasks does the website have', says([/\b4\b/])),
  ask('what did we get done this week', says(['Retire the old banner'], [LOGIN])),
  ask('is anything due before sunday', says([LANDING, WELCOME], [FONT])),
  ask('show me everything urgent', says([LOGIN], [FONT])),
  ask('who has too much to do', says(['Bob', 'Ada'])),
  ask('mere kaam dikhao', says([LOGIN, WELCOME], [FEEDBACK])),
  ask('आज क्या करना है', says([WELCOME], [FONT])),

  find('where did we write about gift cards', cites('Refund policy')),
  find('how long do refunds take?', all(says(['14 days']), cites('Refund policy'))),
  find('when does the shop open', all(says(['June']), cites('Launch plan'))),
  find('look up the login thing', says([LOGIN])),
  find('whose call is it if a refund is more than 500', all(says(['support lead']), cites('Refund policy'))),
  find('pull up the launch plan', says(['Launch plan'])),
  find("what's our policy on refunds", cites('Refund policy')),
  find('do we have anything on leases', cites('Launch plan')),
  find('refund policy kahan hai', says(['Refund policy'])),

  report('what should I say in standup', says([WELCOME])),
  report("give me bob's standup", says([LANDING], [WELCOME])),
  report('how is the website project going', says(['Website'])),
  report('tl;dr of the refund policy', all(says(['14 days']), cites('Refund policy'))),
  report('write me this week’s status update', says(['Retire the old banner'])),
  report('हफ्ते की रिपोर्ट दो', says(['Retire the old banner'])),

  control(['rename {font} to Pick a font', 'oops, undo that'], async (world) =>
    world.answers.at(-1)?.text === '' ? 'says nothing' : null,
  ),
  control('what can you do for me?', async (world) =>
    (world.answers.at(-1)?.chips.length ?? 0) > 3 ? null : `offers nothing: ${last(world)}`,
  ),
  control(['my tasks', 'just the website ones'], says([LOGIN], [WELCOME])),
  control(['show overdue tasks', 'make that a table'], says(['|', LOGIN])),
];

/** Holdout set: written together with EVERYDAY_CASES but not run until the failures of EVERYDAY_CASES had been fixed. */
export const LATER_CASES: readonly Case[] = [
  create(
    'could you create a ticket for fixing the footer and give it to Bob',
    task('Fixing the footer', (world) => ({ assigneeIds: his(world) })),
  ),
  create(
    'reminder to pay the invoice on friday',
    task('Pay the invoice', ({ today }) => ({ dueDate: nextFriday(today) })),
  ),
  create(
    "let's add Translate the FAQ to onboarding",
    task('Translate the FAQ', ({ projects }) => ({ projectId: projects.onboarding })),
  ),
  create(
    'log a low priority task: tidy the shared drive',
    task('Tidy the shared drive', () => ({ priority: 'low' })),
  ),
  create('spin up a project called Office move', hasProject('Office move')),
  create(
    'नया काम: वेबसाइट की जाँच कल तक',
    task('वेबसाइट की जाँच', ({ today }) => ({ dueDate: addDays(today, 1) })),
  ),
  create(
    'bob ke liye task banao: banner print karna',
    task('Banner print karna', (world) => ({ assigneeIds: his(world) })),
  ),

  change('close {login} and {welcome}', all(isDone(LOGIN), isDone(WELCOME))),
  change('the newsletter is finished', isDone(NEWSLETTER)),
  change(
    'reassign {newsletter} from me to bob',
    task(NEWSLETTER, (world) => ({ assigneeIds: his(world) })),
  ),
  change(
    '{welcome} can wait until friday',
    task(WELCOME, ({ today }) => ({ dueDate: nextFriday(today) })),
  ),
  change(
    'make {font} less important, low is fine',
    task(FONT, () => ({ priority: 'low' })),
  ),
  change('leave a comment on {font} saying we prefer serif', hasComment(FONT, 'we prefer serif')),
  change('reopen {banner}', async (world) =>
    (await world.find('Retire the old banner'))?.closedAt == null ? null : `still done: ${last(world)}`,
  ),
  change('get rid of {font}', taskDeleted(FONT)),
  change(
    '{font} ki priority high kar do',
    task(FONT, () => ({ priority: 'high' })),
  ),
  change(
    '{font} should go to the Onboarding project',
    task(FONT, ({ projects }) => ({ projectId: projects.onboarding })),
  ),

  ask('am I behind on anything', says([LOGIN], [FEEDBACK])),
  ask('what do I have to do this week', says([WELCOME], [FEEDBACK])),
  ask('anything unassigned in website?', says([FONT], [LOGIN])),
  ask("what's bob late with", says([FEEDBACK], [LOGIN])),
  ask('what has changed since yesterday', says([LOGIN])),
  ask('kaun se task late hain', says([LOGIN, FEEDBACK], [FONT])),

  find('who signs off big refunds', all(says(['support lead']), cites('Refund policy'))),
  find('search for anything about the newsletter', says([NEWSLETTER])),
  find('how many cities do we start with', all(says(['Three cities']), cites('Launch plan'))),

  report('sum up the launch plan for me', all(says(['June']), cites('Launch plan'))),
  report('prep my daily', says([WELCOME])),
  report('weekly summary for onboarding please', says(['Onboarding'])),
  control(['delete {font}', 'never mind'], taskExists(FONT)),
];
