import { expect, test } from 'vitest';
import { addTasks } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// On a new device, a board shows its cards before the other data of the team has loaded and keeps changes made until then.

const { openPerson } = useBrowser();
const product = useProduct();

test('shows a board before other data has loaded and keeps changes made meanwhile', async () => {
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Ada Moss', email: 'ada.first@example.com' });
  const teamId = await makeTeam(page, product, 'North');
  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(page, product, teamId, 'Website');
  const other = await makeProject(page, product, teamId, 'Garden');
  const make = (title: string, of: string) =>
    callApi(page, product, `POST /teams/${teamId}/tasks`, { title, projectId: of });
  await make('Choose a font', projectId);
  await make('Plant a tree', other.projectId);

  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/teams\/[^/]+\/sync/, async (route) => {
    await released;
    await route.continue();
  });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(board);
  await page.getByRole('link', { name: 'Choose a font' }).waitFor();
  // A single response contains the user, teams, role and plan.
  expect(requestedPaths).not.toContain('/auth/verify');
  expect(requestedPaths).not.toContain('/teams');
  await addTasks(page, 'To do', ['Draft the page']);
  // Another screen cannot show rows that are not loaded yet.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.waitForURL('**/dashboard/tasks');
  expect(await page.getByRole('link', { name: 'Choose a font' }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Draft the page' }).waitFor();
  // The device has now stored the outbox but not the local copy.
  await page.reload();
  await page.getByRole('link', { name: 'Choose a font' }).waitFor();
  await page.getByRole('link', { name: 'Draft the page' }).waitFor();
  release();
  await expect
    .poll(async () => {
      const { tasks } = await callApi<{ tasks: { title: string }[] }>(
        page,
        product,
        `GET /teams/${teamId}/tasks?limit=200`,
      );
      return tasks.map(({ title }) => title).toSorted();
    })
    .toEqual(['Choose a font', 'Draft the page', 'Plant a tree']);
}, 120_000);
