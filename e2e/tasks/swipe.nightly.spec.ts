import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// A long horizontal swipe over a task completes, reopens or snoozes it. A short swipe or a swipe that scrolls vertically does nothing.

const { openPerson } = useBrowser();
const product = useProduct();

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

/** Swipes over a task's row. */
async function swipe(page: Page, title: string, dx: number, dy = 0): Promise<void> {
  const box = await page
    .getByRole('row')
    .filter({ has: link(page, title) })
    .boundingBox();
  if (box === null) throw new Error(`${title} is not shown`);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 8; step += 1) {
    const at = { x: from.x + (dx * step) / 8, y: from.y + (dy * step) / 8 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

test('completes, reopens and snoozes tasks with long horizontal swipes, and undoes a completion', async () => {
  const ada = await openPerson({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const adaId = await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  for (const title of ['First', 'Second', 'Third']) {
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title, projectId, assigneeIds: [adaId] });
  }
  const read = async (title: string): Promise<{ closedAt: string | null } | undefined> => {
    const { tasks } = await callApi<{ tasks: { title: string; closedAt: string | null }[] }>(
      ada,
      product,
      `GET /teams/${teamId}/tasks`,
    );
    return tasks.find((task) => task.title === title);
  };
  await ada.goto(`${board}?view=list`);
  await link(ada, 'Third').waitFor();

  await swipe(ada, 'First', 40);
  await swipe(ada, 'First', 30, 160);
  expect(ada.url()).not.toContain('task=');
  expect((await read('First'))?.closedAt).toBeNull();

  await swipe(ada, 'First', 120);
  await ada.getByText('Task done').waitFor();
  await expect.poll(async () => (await read('First'))?.closedAt).not.toBeNull();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await read('First'))?.closedAt).toBeNull();
  await swipe(ada, 'First', 120);
  await expect.poll(async () => (await read('First'))?.closedAt).not.toBeNull();
  await swipe(ada, 'First', 120);
  await ada.getByText('Task reopened').waitFor();
  await expect.poll(async () => (await read('First'))?.closedAt).toBeNull();

  await ada.goto(`${product.webOrigin}/dashboard/tasks/mine`);
  await link(ada, 'Second').waitFor();
  await swipe(ada, 'Second', -120);
  await ada.getByRole('dialog', { name: 'Snooze until' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.getByRole('option', { name: 'Tomorrow' }).click();
  await ada.getByTitle('Snoozed until tomorrow').waitFor();
  expect(await measureSidewaysScroll(ada)).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});
