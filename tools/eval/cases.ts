import { addDays } from '@hearth/contracts/core/days';
import {
  says,
  task,
  all,
  taskExists,
  taskDeleted,
  cites,
  proposes,
  nextFriday,
  nextMonday,
  mine,
  his,
  create,
  change,
  ask,
  find,
  report,
  control,
  last,
  type Case,
} from './checks.ts';

export const CASES: readonly Case[] = [
  create(
    'create task Call the printer by friday',
    task('Call the printer', ({ today }) => ({ dueDate: nextFriday(today) })),
  ),
  create(
    'add a task "Order chairs" for Bob',
    task('Order chairs', (world) => ({ assigneeIds: his(world) })),
  ),
  create(
    'new task Review the contract in Onboarding, high priority',
    task('Review the contract', ({ projects }) => ({ projectId: projects.onboarding, priority: 'high' })),
  ),
  create(
    'add task Paint the door tomorrow and assign it to me',
    task('Paint the door', (world) => ({ dueDate: addDays(world.today, 1), assigneeIds: mine(world) })),
  ),
  create(
    'create task Mend the footer #bug',
    task('Mend the footer', () => ({ label: 'bug' })),
  ),
  create('I need a task to book the ferry', taskExists('book the ferry')),
  create(
    'remind me to renew the domain on friday',
    task('renew the domain', (world) => ({ dueDate: nextFriday(world.today) })),
  ),
  create(
    'create tasks:\n- Buy paper\n- Book a room\n- Send invites',
    all(taskExists('Buy paper'), taskExists('Book a room'), taskExists('Send invites')),
  ),
  create('create project Spring fair', async (world) => {
    const { projects } = await world.read<{ projects: { name: string }[] }>('/projects?limit=50');
    return projects.some(({ name }) => name === 'Spring fair') ? null : `no project: ${last(world)}`;
  }),
  create('create a document called Meeting notes', async (world) => {
    const { documents } = await world.read<{ documents: { title: string }[] }>('/documents?limit=50');
    return documents.some(({ title }) => title === 'Meeting notes') ? null : `no document: ${last(world)}`;
  }),
  create('कार्य बनाओ छत की मरम्मत', taskExists('छत की मरम्मत')),

  change(
    'assign {font} to Bob',
    task('Choose a typeface', (world) => ({ assigneeIds: his(world) })),
  ),
  change(
    'give {font} to me',
    task('Choose a typeface', (world) => ({ assigneeIds: mine(world) })),
  ),
  change(
    'unassign {landing}',
    task('Draft the landing page', () => ({ assigneeIds: [] })),
  ),
  change(
    'mark {login} as done',
    task('Fix the login error', () => ({ status: 'Done' })),
  ),
  change(
    'move {font} to In progress',
    task('Choose a typeface', () => ({ status: 'In progress' })),
  ),
  change(
    'close {newsletter} and {font}',
    all(
      task('Ship the newsletter', () => ({ status: 'Done' })),
      task('Choose a typeface', () => ({ status: 'Done' })),
    ),
  ),
  change(
    'set the due date of {font} to tomorrow',
    task('Choose a typeface', ({ today }) => ({ dueDate: addDays(today, 1) })),
  ),
  change(
    'postpone {login} by 5 days',
    task('Fix the login error', ({ today }) => ({ dueDate: addDays(today, 2) })),
  ),
  change(
    'move the deadline of {landing} to next monday',
    task('Draft the landing page', ({ today }) => ({ dueDate: nextMonday(today) })),
  ),
  change(
    '{font} is urgent',
    task('Choose a typeface', () => ({ priority: 'urgent' })),
  ),
  change(
    'set priority of {landing} to low',
    task('Draft the landing page', () => ({ priority: 'low' })),
  ),
  change(
    'set the estimate of {font} to 3',
    task('Choose a typeface', () => ({ estimate: 3 })),
  ),
  change(
    'rename {font} to Pick the letters',
    task('Pick the letters', () => ({})),
  ),
  change(
    'add label bug to {font}',
    task('Choose a typeface', () => ({ label: 'bug' })),
  ),
  change(
    'move {welcome} to the Website project',
    task('Write the welcome mail', ({ projects }) => ({ projectId: projects.website })),
  ),
  change('{font} is blocked by {login}', async (world) => {
    const font = await world.find('Choose a typeface');
    const { relations } = await world.read<{ relations: { kind: string }[] }>(
      `/tasks/${font?.id}/relations?limit=20`,
    );
    return relations.some(({ kind }) => kind === 'blocks') ? null : `nothing blocks it: ${last(world)}`;
  }),
  change('comment on {font}: Looks good to me', async (world) => {
    const font = await world.find('Choose a typeface');
    const { comments } = await world.read<{ comments: { body: string }[] }>(`/tasks/${font?.id}/comments`);
    return comments.some(({ body }) => body === 'Looks good to me') ? null : `no comment: ${last(world)}`;
  }),
  change(
    'mark all my overdue tasks as done',
    all(
      task('Fix the login error', () => ({ status: 'Done' })),
      task('Collect feedback', () => ({ status: 'To do' })),
    ),
  ),
  change('delete {banner}', taskDeleted('Retire the old banner')),
  change(['overdue', 'assign them to Bob'], async (world) =>
    (await world.find('Fix the login error'))?.assigneeIds.includes(world.people.bob.user.id) === true
      ? null
      : `Bob has it not: ${last(world)}`,
  ),
  change(
    '{login} को हो गया करो',
    task('Fix the login error', () => ({ status: 'Done' })),
  ),

  ask('my tasks', says(['Fix the login error', 'Write the welcome mail'], ['Collect feedback'])),
  ask('what is on my plate?', says(['Fix the login error'], ['Collect feedback'])),
  ask('overdue', says(['Fix the login error', 'Collect feedback'], ['Draft the landing page'])),
  ask('which tasks are late?', says(['Fix the login error', 'Collect feedback'])),
  ask('what is due today?', says(['Write the welcome mail'], ['Draft the landing page'])),
  ask('due in the next 7 days', says(['Draft the landing page'])),
  ask('unassigned tasks', says(['Choose a typeface'], ['Fix the login error'])),
  ask('what is blocked?', says(['Ship the newsletter'], ['Choose a typeface'])),
  ask('high priority tasks in Website', says(['Draft the landing page'], ['Collect feedback'])),
  ask('show tasks assigned to Bob', says(['Draft the landing page', 'Collect feedback'], ['login'])),
  ask('tasks labelled bug', says(['Fix the login error'], ['Choose a typeface'])),
  ask('how many tasks are overdue?', says([/\b2\b/])),
  ask('who is on Website?', says(['Bob'])),
  ask('workload', says(['Bob'])),
  ask('what changed since yesterday?', says(['Fix the login error'])),
  ask('tasks in progress', says(['Draft the landing page'], ['Choose a typeface'])),
  ask('मेरे कार्य', says(['Fix the login error'], ['Collect feedback'])),
  ask('देरी वाले काम', says(['Collect feedback'])),

  find('find refund policy', cites('Refund policy')),
  find('what is our refund policy?', all(cites('Refund policy'), says(['14 days']))),
  find('how long do refunds take?', all(cites('Refund policy'), says(['14 days']))),
  find('who decides about large refunds?', cites('Refund policy')),
  find('search for newsletter', cites('newsletter')),
  find('open the launch plan', cites('Launch plan')),
  find('when does the shop open?', all(cites('Launch plan'), says(['June']))),
  find('where is the moon base?', async (world) =>
    world.answers.at(-1)?.citations.length === 0 ? null : `cites something: ${last(world)}`,
  ),

  report('standup', says(['Draft the landing page'])),
  report('standup for Bob', says(['Draft the landing page'], ['Write the welcome mail'])),
  report('weekly report', says(['Retire the old banner', 'Fix the login error'])),
  report('summary of the Website project', says(['Website', 'Fix the login error'])),
  report('summarise the launch plan', all(cites('Launch plan'), says(['June']))),
  report('triage', says([/./])),
  report('find duplicates', says([/./])),
  report('forecast for Website', says([/history/i])),
  report('throughput', says([/Throughput: \d+ finished/])),
  report('cycle time in Website', says([/Cycle time/])),
  report('save the weekly report as a document', proposes('create')),

  control('help', async (world) =>
    (world.answers.at(-1)?.chips.length ?? 0) > 3 ? null : `offers nothing: ${last(world)}`,
  ),
  control('hello', says(['Ada'])),
  control(['overdue', 'again'], says(['Fix the login error'])),
  control(['my tasks', 'only in Website'], says(['Fix the login error'], ['Write the welcome mail'])),
  control(['overdue', 'as a table'], says(['|', 'Fix the login error'])),
  control('assign {font} to Zacharias', async (world) =>
    (await world.find('Choose a typeface'))?.assigneeIds.length === 0 ? null : 'somebody was assigned',
  ),
  {
    family: 'control',
    say: ['create task Fly to the moon', 'undo'],
    confirms: true,
    check: taskDeleted('Fly to the moon'),
  },
  {
    family: 'control',
    say: ['create task Not to be'],
    check: all(proposes('create'), taskDeleted('Not to be')),
  },
];
