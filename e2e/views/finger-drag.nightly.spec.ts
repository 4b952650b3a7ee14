import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// A long press followed by a move drags a card or row. A long press alone selects it. A move alone scrolls.

const { openPerson } = useBrowser();
const product = useProduct();

interface Point {
  x: number;
  y: number;
}

async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the element has kept its position for some frames. Scrolling has then ended. */
async function waitUntilStill(locator: Locator): Promise<void> {
  await locator.evaluate(
    (element, frames) =>
      new Promise<void>((resolve) => {
        let left = frames;
        let at = element.getBoundingClientRect();
        const look = (): void => {
          const now = element.getBoundingClientRect();
          left = now.x === at.x && now.y === at.y ? left - 1 : frames;
          at = now;
          if (left === 0) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    12,
  );
}

/** Starts a touch that the caller can move and end. */
async function putFinger(page: Page, at: Point) {
  const touch: CDPSession = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  let now = at;
  return {
    async go(to: Point, steps = 8) {
      for (let step = 1; step <= steps; step += 1) {
        const point = {
          x: now.x + ((to.x - now.x) * step) / steps,
          y: now.y + ((to.y - now.y) * step) / steps,
        };
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
      }
      now = to;
    },
    async lift() {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await touch.detach();
    },
  };
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' });

test('drags cards after a long press, scrolls without a long press, and selects without a move', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const ada = await openPerson(phone);
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const { statuses } = await callApi<{ statuses: { id: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/statuses`,
  );
  const statusId = statuses.find(({ name }) => name === 'In progress')?.id;
  for (const title of ['First', 'Second', 'Third']) {
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title, projectId });
  }
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title: 'There', projectId, statusId });
  await ada.goto(board);
  const card = (title: string) => ada.getByRole('link', { name: title, exact: true });
  const order = (column: string) =>
    ada.getByRole('region', { name: column }).locator('[role=listitem] a').allTextContents();
  await card('Third').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await card('Third').boundingBox())?.x ?? 999).toBeLessThan(120);

  // Drag within the column.
  const first = await middleOf(card('First'));
  const third = await middleOf(card('Third'));
  const finger = await putFinger(ada, first);
  await bar(ada).waitFor();
  await finger.go({ x: third.x, y: third.y + 34 });
  // Dragging ends the selection.
  await bar(ada).waitFor({ state: 'detached' });
  await finger.lift();
  await expect.poll(() => order('To do')).toEqual(['Second', 'Third', 'First']);
  expect(ada.url()).not.toContain('task=');

  // At the edge, the board scrolls continuously, although it otherwise snaps to columns.
  const second = await putFinger(ada, await middleOf(card('Second')));
  await bar(ada).waitFor();
  const whereIsIt = async () => (await card('There').boundingBox())?.x ?? 999;
  const isNear = (x: number) => x >= 0 && x <= 150;
  // Steer until the column is in place. Near an edge, the board scrolls. If it went too far, scroll back more slowly.
  const steer = async () => {
    const x = await whereIsIt();
    await second.go({ x: isNear(x) ? 195 : x > 300 ? 386 : x > 150 ? 340 : 50, y: 500 });
    if (isNear(x)) await waitUntilStill(card('There'));
    return isNear(x) && isNear(await whereIsIt());
  };
  await expect.poll(steer).toBe(true);
  // Drop in the middle of the screen because the board would scroll near an edge.
  const line = ada.locator('[data-task-of][data-edge="top"]').filter({ hasText: 'There' });
  await expect
    .poll(async () => {
      const { y } = await middleOf(card('There'));
      await second.go({ x: 195, y: y - 14 });
      return line.count();
    })
    .toBe(1);
  await second.lift();
  await expect.poll(() => order('In progress')).toEqual(['Second', 'There']);
  const read = async () =>
    (
      await callApi<{ tasks: { title: string; statusId: string }[] }>(
        ada,
        product,
        `GET /teams/${teamId}/tasks`,
      )
    ).tasks.find(({ title }) => title === 'Second')?.statusId;
  await expect.poll(read).toBe(statusId);

  // A move without a long press scrolls. A long press without a move selects.
  const there = await middleOf(card('There'));
  const scrolling = await putFinger(ada, there);
  await scrolling.go({ x: there.x + 200, y: there.y });
  await scrolling.lift();
  expect(await order('In progress')).toEqual(['Second', 'There']);
  expect(await bar(ada).count()).toBe(0);
  await card('Third').scrollIntoViewIfNeeded();
  await waitUntilStill(card('Third'));
  expect((await card('Third').boundingBox())?.x).toBeLessThan(390);
  const resting = await putFinger(ada, await middleOf(card('Third')));
  await bar(ada).waitFor();
  await resting.lift();
  await bar(ada).waitFor();
  expect(await order('To do')).toEqual(['Third', 'First']);
}, 120_000);
