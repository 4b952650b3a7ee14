import { randomUUID } from 'node:crypto';
import type { Checks, Person, Target } from './client.ts';
import { signIn } from './people.ts';

/** Projects, statuses, tasks, comments, trash and sync. */
export async function checkWork(target: Target, checks: Checks): Promise<void> {
  const ada = await signIn(target, { name: 'Ada' });
  const stranger = await signIn(target, { name: 'Eve' });
  const { body } = await ada.send('POST', '/teams', { name: 'Work' });
  const team = `/teams/${body.team._id}`;
  const plan = await ada.send('POST', `/dev${team}/plan`, { plan: 'pro' });
  checks.expect(
    'the plan can be set for trying out',
    plan.status === 200 && plan.body.subscription?.plan === 'pro',
    plan,
  );
  checks.expect('Pro has no limit of tasks', plan.body.subscription?.limits?.tasks === null, plan.body);

  const statuses = await ada.send('GET', `${team}/statuses`);
  const names = statuses.body.statuses?.map((one: { name: string }) => one.name);
  checks.expect(
    'a new team has six statuses',
    JSON.stringify(names) ===
      JSON.stringify(['Backlog', 'To do', 'In progress', 'In review', 'Done', 'Cancelled']),
    names,
  );
  const idOf = (name: string): string =>
    statuses.body.statuses.find((one: { name: string }) => one.name === name)?.id;

  const project = await ada.send('POST', `${team}/projects`, { name: 'Website', key: 'WEB' });
  checks.status('a project', project, 201);
  const projectId: string = project.body.project?.id;
  checks.expect(
    'one project',
    (await ada.send('GET', `${team}/projects/${projectId}`)).body.project?.name === 'Website',
  );
  checks.status(
    'a project of strangers',
    await stranger.send('GET', `${team}/projects/${projectId}`),
    404,
    'NOT_FOUND',
  );

  const taskId = randomUUID();
  const made = await ada.send('POST', `${team}/tasks`, {
    id: taskId,
    title: 'Ship it',
    projectId,
    statusId: idOf('To do'),
    priority: 'high',
    assigneeIds: [ada.id],
    dueDate: '2026-12-01',
  });
  checks.status('a task', made, 201);
  checks.fields('a task', made.body.task, [
    'id',
    'number',
    'key',
    'title',
    'projectId',
    'statusId',
    'priority',
    'assigneeIds',
    'dueDate',
  ]);
  checks.expect(
    'its key is project and number',
    made.body.task?.key === `WEB-${made.body.task?.number}`,
    made.body.task,
  );
  checks.expect('a task takes its client-made id', made.body.task?.id === taskId);
  checks.status(
    'a foreign status',
    await ada.send('PATCH', `${team}/tasks/${taskId}`, { statusId: randomUUID() }),
    404,
    'NOT_FOUND',
  );
  checks.status(
    'a wrong priority',
    await ada.send('PATCH', `${team}/tasks/${taskId}`, { priority: 'asap' }),
    400,
    'INVALID_REQUEST',
  );
  const moved = await ada.send('PATCH', `${team}/tasks/${taskId}`, {
    statusId: idOf('Done'),
    title: 'Shipped',
  });
  checks.expect(
    'a change',
    moved.status === 200 &&
      moved.body.task?.statusId === idOf('Done') &&
      moved.body.task?.title === 'Shipped',
    moved.body,
  );
  await ada.send('PATCH', `${team}/projects/${projectId}`, { key: 'SITE' });
  const renamed = await ada.send('GET', `${team}/tasks/${taskId}`);
  checks.expect(
    'the key follows the project',
    renamed.body.task?.key === `SITE-${renamed.body.task?.number}`,
    renamed.body,
  );
  const old = await ada.send('GET', `${team}/tasks?key=WEB-${renamed.body.task?.number}`);
  checks.expect('older keys go on resolving', old.body.tasks?.[0]?.id === taskId, old.body);

  const comment = await ada.send('POST', `${team}/tasks/${taskId}/comments`, { body: 'Well done' });
  checks.status('a comment', comment, 201);
  const comments = await ada.send('GET', `${team}/tasks/${taskId}/comments`);
  checks.expect(
    'comments are listed',
    comments.body.comments?.[0]?.body === 'Well done' && comments.body.nextCursor === null,
    comments.body,
  );

  await checkIdempotency(checks, ada, team);
  await checkPages(checks, ada, team, projectId);
  await checkSync(checks, ada, team, taskId);
  await checkTrash(checks, ada, team, projectId, taskId);
}

async function checkIdempotency(checks: Checks, ada: Person, team: string): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  const first = await ada.send('POST', `${team}/tasks`, { title: 'Once' }, key);
  const second = await ada.send('POST', `${team}/tasks`, { title: 'Once' }, key);
  checks.expect(
    'the same key gives the first answer',
    first.status === 201 && second.status === 201 && first.body.task?.id === second.body.task?.id,
    second.body,
  );
  checks.status(
    'the same key with another body',
    await ada.send('POST', `${team}/tasks`, { title: 'Twice' }, key),
    422,
    'INVALID_STATE',
  );
}

async function checkPages(checks: Checks, ada: Person, team: string, projectId: string): Promise<void> {
  for (let n = 0; n < 4; n += 1) await ada.send('POST', `${team}/tasks`, { title: `Page ${n}`, projectId });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const suffix: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await ada.send('GET', `${team}/tasks?limit=2${suffix}`);
    checks.expect('a page holds two at most', page.status === 200 && page.body.tasks.length <= 2, page.body);
    seen.push(...page.body.tasks.map((one: { id: string }) => one.id));
    cursor = page.body.nextCursor;
  } while (cursor !== null && seen.length < 50);
  checks.expect(
    'pages hold each task once',
    new Set(seen).size === seen.length && seen.length === 6,
    seen.length,
  );
  checks.status('a limit of 201', await ada.send('GET', `${team}/tasks?limit=201`), 400, 'INVALID_REQUEST');
  checks.status(
    'a cursor that is none',
    await ada.send('GET', `${team}/tasks?cursor=nonsense`),
    400,
    'INVALID_REQUEST',
  );
}

async function checkSync(checks: Checks, ada: Person, team: string, taskId: string): Promise<void> {
  const snapshot = await ada.send('GET', `${team}/sync`);
  checks.fields('a snapshot', snapshot.body, ['seq', 'reset', 'changes', 'nextCursor']);
  checks.expect(
    'the snapshot holds the task',
    snapshot.body.changes?.some(
      (one: { id: string; op: string }) => one.id === taskId && one.op === 'put',
    ) === true,
  );
  const mutation = randomUUID();
  const socket = await openFeed(ada, team, snapshot.body.seq);
  await ada.send('PATCH', `${team}/tasks/${taskId}`, { title: 'Told' }, { 'idempotency-key': mutation });
  const since = await ada.send('GET', `${team}/sync?since=${snapshot.body.seq}`);
  const change = since.body.changes?.[0];
  checks.expect(
    'what changed since',
    since.body.changes?.length === 1 &&
      change.data?.title === 'Told' &&
      change.mutationId === mutation &&
      change.entity === 'task',
    since.body,
  );
  const frame = await socket.next();
  checks.expect(
    'the feed tells it',
    frame?.type === 'changes' && frame.changes?.[0]?.seq === change?.seq,
    frame,
  );
  socket.close();
}

interface Frame {
  type: string;
  changes?: { seq: number }[];
}

async function openFeed(ada: Person, team: string, since: number) {
  const url = `${ada.target.apiOrigin.replace(/^http/, 'ws')}${team}/feed?since=${since}`;
  // Node's own WebSocket takes headers through this option, which the DOM's type does not know.
  const options = { headers: { cookie: ada.cookie, origin: ada.target.webOrigin } } as unknown as string[];
  const socket = new WebSocket(url, options);
  const frames: Frame[] = [];
  const waiting: ((frame: Frame | null) => void)[] = [];
  socket.addEventListener('message', (event) => {
    const frame = JSON.parse(String(event.data)) as Frame;
    if (frame.type === 'ping') return;
    const waiter = waiting.shift();
    if (waiter === undefined) frames.push(frame);
    else waiter(frame);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`${url} did not open`)));
  });
  return {
    next: (): Promise<Frame | null> =>
      new Promise((resolve) => {
        const ready = frames.shift();
        if (ready !== undefined) return resolve(ready);
        waiting.push(resolve);
        setTimeout(() => resolve(null), 5000).unref();
      }),
    close: () => socket.close(),
  };
}

async function checkTrash(
  checks: Checks,
  ada: Person,
  team: string,
  projectId: string,
  taskId: string,
): Promise<void> {
  checks.status('a task goes to the trash', await ada.send('DELETE', `${team}/tasks/${taskId}`), 204);
  checks.status('and is not found', await ada.send('GET', `${team}/tasks/${taskId}`), 404, 'NOT_FOUND');
  const trash = await ada.send('GET', `${team}/trash`);
  checks.fields('an item of the trash', trash.body.items?.[0], [
    'id',
    'kind',
    'title',
    'deletedAt',
    'deletedBy',
  ]);
  checks.status('it comes back', await ada.send('POST', `${team}/trash/${taskId}/restore`), 200);
  checks.status('and is found', await ada.send('GET', `${team}/tasks/${taskId}`), 200);
  checks.status(
    'a project goes with its tasks',
    await ada.send('DELETE', `${team}/projects/${projectId}`),
    204,
  );
  const items = (await ada.send('GET', `${team}/trash`)).body.items;
  checks.expect(
    'as one item',
    items?.length === 1 && items[0].kind === 'project' && items[0].id === projectId,
    items,
  );
  checks.status(
    'its tasks are not found',
    await ada.send('GET', `${team}/tasks/${taskId}`),
    404,
    'NOT_FOUND',
  );
  checks.status('the project comes back', await ada.send('POST', `${team}/trash/${projectId}/restore`), 200);
  checks.status('with its tasks', await ada.send('GET', `${team}/tasks/${taskId}`), 200);
}
