import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { brokenAnswer, failWith, withFaults } from '#e2e/support/faults.ts';
import { sidebar, teamMenu } from '#e2e/support/frame.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { errorToast, successToast } from '#e2e/support/toasts.ts';

// What the frame and its toasts look like and where its screens begin. Which links and screens there are is in
// shell/frame/shell.dom.test.tsx, the screen_view event in screen-views.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const product = useProduct();
let count = 0;

async function openMember(
  options?: Parameters<typeof openPerson>[0],
): Promise<{ page: Page; teamId: string }> {
  const page = await openPerson({ viewport: WIDE, ...options });
  count += 1;
  await signInQuietly(page, product, {
    name: `Person ${count}`,
    email: addressOf(product, `person-${count}@example.com`),
  });
  return { page, teamId: await makeTeam(page, product, 'North') };
}

/** Makes the page long enough to scroll, whatever is on it. */
async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate(() => {
    document.body.style.minBlockSize = '4000px';
  });
  await page.waitForFunction(() => document.documentElement.scrollHeight >= 4000);
  await page.evaluate((to) => window.scrollTo(0, to), y);
  expect(await page.evaluate(() => window.scrollY)).toBe(y);
}

describe('toast', () => {
  /** Where the toast lies, and the hue of its ground in degrees. */
  async function readLook(toast: Locator) {
    return toast.evaluate((words) => {
      const box = words.parentElement;
      if (box === null) throw new Error('The toast has no ground.');
      const { left, right, bottom, top } = box.getBoundingClientRect();
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null) throw new Error('no canvas');
      canvas.fillStyle = getComputedStyle(box).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return {
        middle: (left + right) / 2 - document.documentElement.clientWidth / 2,
        fromBottom: innerHeight - bottom,
        isInLowerHalf: top > innerHeight / 2,
        isGreen: green > red && green > blue,
        isRed: red > green && red > blue,
      };
    });
  }

  test('appears at the bottom centre, green on success', async () => {
    const { page, teamId } = await openMember();
    const { board } = await makeProject(page, product, teamId, 'Website');
    await page.goto(board);
    await addTasks(page, 'To do', ['Draft the page']);
    await card(page, 'To do', 'Draft the page').waitFor();
    await page.locator('body').press('Control+z');
    const toast = successToast(page, 'Undone: “Draft the page” moved to trash');
    await toast.waitFor();
    const look = await readLook(toast);
    expect(look).toMatchObject({ isGreen: true, isRed: false, isInLowerHalf: true });
    expect(Math.abs(look.middle)).toBeLessThan(2);
    expect(look.fromBottom).toBeLessThan(80);
  });

  test('is red on error', async () => {
    const { page } = await openMember(withFaults);
    allowFaults(brokenAnswer);
    await failWith(page, product, '/first-load*');
    await failWith(page, product, '/teams/*/members/*');
    await page.goto(`${product.webOrigin}/dashboard`);
    const toast = errorToast(page, 'Something went wrong. Please refresh again.');
    await toast.waitFor();
    expect(await readLook(toast)).toMatchObject({ isGreen: false, isRed: true });
  });
});

/** A unit is a quarter of the root's font size. */
async function measureSidebar(page: Page): Promise<number> {
  return sidebar(page).evaluate((bar) => {
    const rootSize = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return bar.getBoundingClientRect().width / (rootSize / 4);
  });
}

test('the sidebar is 76 units wide and 20 collapsed, which a reload keeps; each of its screens starts at the top', async () => {
  const { page } = await openMember();
  await page.goto(`${product.webOrigin}/dashboard/settings`);
  await teamMenu(page, 'North').waitFor();
  expect(await measureSidebar(page)).toBe(76);
  await page.getByRole('button', { name: /^Collapse sidebar/ }).click();
  await expect.poll(() => measureSidebar(page)).toBe(20);
  await page.reload();
  await page.getByRole('button', { name: /^Expand sidebar/ }).click();
  await expect.poll(() => measureSidebar(page)).toBe(76);

  const heading = page.getByRole('heading', { level: 1 });
  const readShadow = () =>
    heading.evaluate((title) => getComputedStyle(title.closest('header') ?? title).boxShadow);
  await scrollTo(page, 100);
  expect(await readShadow()).toBe('none');
  await scrollTo(page, 101);
  await expect.poll(readShadow).not.toBe('none');
  await scrollTo(page, 0);
  await expect.poll(readShadow).toBe('none');

  const readTop = () => page.evaluate(() => window.scrollY);
  for (const name of ['Members', 'Projects', 'Tasks', 'Documents', 'Home']) {
    await scrollTo(page, 400);
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(readTop).toBe(0);
  }
  await scrollTo(page, 400);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await expect.poll(readTop).toBe(0);
});

test('mobile tabs lead to their screens by touch', async () => {
  const { page } = await openMember({ viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(`${product.webOrigin}/dashboard`);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Members', 'Tasks', 'Home']) {
    await tabs.getByRole('link', { name }).tap();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  expect(await sidebar(page).count()).toBe(0);
});

describe('scroll', () => {
  test('home is left alone: going back shows it where it was', async () => {
    const page = await openPerson({ viewport: WIDE });
    await page.goto(product.webOrigin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
    await page.waitForFunction(() => window.scrollY === 700);
    await page.goto(`${product.webOrigin}/about`);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  });

  test('stays where it is when a panel opens over the screen', async () => {
    const { page, teamId } = await openMember();
    const user = await callApi<{ user: { id: string } }>(page, product, 'POST /auth/verify');
    await callApi(page, product, `POST /teams/${teamId}/tasks`, {
      title: 'Draft the page',
      assigneeIds: [user.user.id],
    });
    await page.goto(`${product.webOrigin}/dashboard`);
    const link = page.getByRole('link', { name: 'Draft the page' });
    await link.waitFor();
    await scrollTo(page, 60);
    await link.click();
    await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
    await page.goBack();
    await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
  });
});
