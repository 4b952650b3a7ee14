import { expect, test } from 'vitest';
import { addTasks, card, choosePriority, column, taskLink as link } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData, waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Undo steps of closed and duplicated windows and for rows to which access was lost.

const { openPerson } = useBrowser();
const product = useProduct();

test('continues the undo steps of closed windows in a new window', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Lane', email: 'lane@example.com' });
  const teamId = await makeTeam(ada, product, 'South');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await addTasks(ada, 'To do', ['One', 'Two']);
  await link(ada, 'One').focus();
  await ada.keyboard.press('x');
  await choosePriority(ada, 'urgent');
  await card(ada, 'To do', 'One').getByText('Urgent').waitFor();

  const beside = await ada.context().newPage();
  await beside.goto(board);
  await card(beside, 'To do', 'One').getByText('Urgent').waitFor();
  await beside.keyboard.press('Control+z');
  await link(beside, 'Two').focus();
  await beside.keyboard.press('x');
  await choosePriority(beside, 'low');
  await card(ada, 'To do', 'Two').getByText('Low').waitFor();
  await beside.close();
  await ada.close();

  const later = await beside.context().newPage();
  await later.goto(board);
  await column(later, 'To do').waitFor();
  const low = card(later, 'To do', 'Two').getByText('Low');
  await low.waitFor();
  await later.keyboard.press('Control+z');
  await low.waitFor({ state: 'detached' });
  await card(later, 'To do', 'One').getByText('Urgent').waitFor();
});

test('deletes all local data, including undo steps, of tasks to which the user has lost access', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Fern', email: 'fern@example.com' });
  const teamId = await makeTeam(ada, product, 'East');
  const { projectId, board } = await makeProject(ada, product, teamId, 'Pricing');
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Fern', email: 'bobfern@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  await bob.goto(board);
  await column(bob, 'To do').waitFor();
  await addTasks(bob, 'To do', ['Margins of the north']);
  await waitForOfflineCopy(bob);
  expect(await readStoredData(bob)).toContain('Margins of the north');
  await callApi(ada, product, `PATCH /teams/${teamId}/projects/${projectId}`, { isPrivate: true });
  await expect.poll(() => readStoredData(bob), { timeout: 15_000 }).not.toContain('Margins of the north');
});
