import type { Task } from '@hearth/contracts/tasks/tasks';
import { expect, test } from 'vitest';
import { card, column, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { chooseInTaskMenu } from '#e2e/support/task-panel.ts';

// Tasks can be duplicated with their sub-items by key, by button and in bulk, and undone in one step.

const { openPerson } = useBrowser();
const product = useProduct();

test('duplicates a task with its checklist and sub-tasks, undoes this in one step, and duplicates a selection', async () => {
  const { ada, bob, board, teamId } = await openTwoPeople(openPerson, product);
  const projectId = board.split('/').at(-1);
  const make = async (task: object): Promise<Task> =>
    (await callApi<{ task: Task }>(ada, product, `POST /teams/${teamId}/tasks`, { projectId, ...task })).task;
  const { fields } = await callApi<{ fields: { id: string }[] }>(ada, product, `GET /teams/${teamId}/fields`);
  expect(fields).toEqual([]);
  const { field } = await callApi<{ field: { id: string } }>(ada, product, `POST /teams/${teamId}/fields`, {
    name: 'Cost',
    type: 'number',
  });
  const { statuses } = await callApi<{ statuses: { id: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/statuses`,
  );
  const done = statuses.find(({ name }) => name === 'Done')?.id;
  const doc = {
    type: 'doc',
    content: [
      {
        type: 'taskList',
        content: [
          {
            type: 'taskItem',
            attrs: { checked: true },
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ask twice' }] }],
          },
        ],
      },
    ],
  };
  const original = await make({
    title: 'Paint the hall',
    descriptionDoc: doc,
    priority: 'high',
    dueDate: '2031-05-04',
    estimate: 3,
    custom: { [field.id]: 12 },
  });
  await make({ title: 'Something else' });
  await make({ title: 'Buy paint', parentId: original.id, statusId: done });
  await callApi(ada, product, `POST /teams/${teamId}/tasks/${original.id}/checklist`, {
    title: 'Cover the floor',
  });
  await ada.goto(board);
  await bob.goto(board);
  await card(bob, 'To do', 'Something else').waitFor();

  await column(ada, 'To do').getByRole('link', { name: 'Paint the hall', exact: true }).focus();
  await ada.keyboard.press('Control+d');
  await ada.getByText('2 tasks duplicated').waitFor();
  const titles = () => column(bob, 'To do').locator('[data-task-id]').allTextContents();
  await expect.poll(titles).toEqual(['Paint the hall', 'Paint the hall', 'Something else', 'Buy paint']);
  const copies = async (title: string) =>
    (await callApi<{ tasks: Task[] }>(ada, product, `GET /teams/${teamId}/tasks?limit=100`)).tasks.filter(
      (task) => task.title === title && task.id !== original.id,
    );
  const [copy] = await copies('Paint the hall');
  expect(copy).toMatchObject({
    priority: 'high',
    dueDate: '2031-05-04',
    estimate: 3,
    custom: { [field.id]: 12 },
    projectId,
    parentId: null,
    closedAt: null,
  });
  expect(copy?.descriptionDoc).toEqual(JSON.parse(JSON.stringify(doc).replace('true', 'false')));
  const part = (await copies('Buy paint')).find(({ parentId }) => parentId === copy?.id);
  expect(part?.closedAt).toBe(null);
  const { items } = await callApi<{ items: { title: string; isDone: boolean }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/tasks/${copy?.id}/checklist`,
  );
  expect(items.map(({ title, isDone }) => [title, isDone])).toEqual([['Cover the floor', false]]);

  await ada.keyboard.press('Control+z');
  await expect.poll(titles).toEqual(['Paint the hall', 'Something else']);
  expect(await copies('Paint the hall')).toEqual([]);

  // Duplicate all selected tasks from the bar.
  await selectAll(ada);
  await ada
    .getByRole('toolbar', { name: 'Selected tasks' })
    .getByRole('button', { name: 'Duplicate' })
    .click();
  await ada.getByText('3 tasks duplicated').waitFor();
  await expect.poll(async () => (await titles()).length).toBe(5);
});

test('duplicates a task from its panel, and opens the copy', async () => {
  const { ada, bob, board, teamId } = await openTwoPeople(openPerson, product);
  const projectId = board.split('/').at(-1);
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title: 'Paint the hall' });
  await ada.goto(`${board}?view=list`);
  await ada.getByRole('link', { name: 'Paint the hall', exact: true }).click();
  const panel = ada.getByRole('complementary', { name: 'Task: Paint the hall' });
  await panel.getByRole('button', { name: 'Task menu' }).waitFor();
  const before = ada.url();
  await chooseInTaskMenu(ada, 'Duplicate');
  await ada.getByText('1 task duplicated').waitFor();
  await expect.poll(() => ada.url()).not.toBe(before);
  await bob.goto(`${board}?view=list`);
  await expect.poll(() => bob.getByRole('link', { name: 'Paint the hall', exact: true }).count()).toBe(2);
});
