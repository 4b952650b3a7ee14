import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { addTasks, card } from './support/board.ts';
import { useBrowser } from './support/browser.ts';
import { brokenAnswer, failWith, holdBack, withFaults } from './support/faults.ts';
import { accountMenu, readPath, sidebar, signOut, teamMenu } from './support/frame.ts';
import { useProduct } from './support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';
import { errorToast, successToast } from './support/toasts.ts';

// Shell and navigation, a test for each sentence. The screen_view event is in screen-views.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const product = useProduct();
let count = 0;

interface Member {
  page: Page;
  person: { name: string; email: string };
  teamId: string;
}

async function openMember(
  options: Parameters<typeof openPerson>[0] = { viewport: WIDE },
  image?: string,
): Promise<Member> {
  const page = await openPerson(options);
  count += 1;
  const person = { name: `Person ${count}`, email: addressOf(product, `person-${count}@example.com`) };
  await signInQuietly(page, product, image === undefined ? person : { ...person, image });
  const teamId = await makeTeam(page, product, 'North');
  return { page, person, teamId };
}

async function openDashboard(
  options?: Parameters<typeof openPerson>[0],
  plan: 'free' | 'pro' = 'free',
): Promise<Member> {
  const member = await openMember(options);
  if (plan === 'pro') await callApi(member.page, product, `POST /dev/teams/${member.teamId}/plan`, { plan });
  await member.page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(member.page, 'North').waitFor();
  return member;
}

/** The words of each link in order. */
const readLinks = async (links: Locator): Promise<string[]> =>
  (await links.getByRole('link').allInnerTexts()).map((text) => text.trim());

/** Makes the page long enough to scroll, whatever is on it. */
async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate(() => {
    document.body.style.minBlockSize = '4000px';
  });
  await page.waitForFunction(() => document.documentElement.scrollHeight >= 4000);
  await page.evaluate((to) => window.scrollTo(0, to), y);
  expect(await page.evaluate(() => window.scrollY)).toBe(y);
}

describe('team selector', () => {
  test.each([
    ['desktop', WIDE],
    ['phone', PHONE],
  ])('on a %s: the current team, the list of teams, and Create a team', async (_where, viewport) => {
    const { page } = await openMember({ viewport });
    await makeTeam(page, product, 'South');
    await page.goto(`${product.webOrigin}/dashboard`);
    await teamMenu(page, 'North').click();
    await page.getByRole('menuitem', { name: 'Create a team' }).waitFor();
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items.map((item) => item.replace(/^\w\n/, '').trim())).toEqual([
      'North',
      'South',
      'Create a team',
    ]);
    await page.getByRole('menuitem', { name: 'Create a team' }).click();
    await page.waitForURL('**/teams/create');
  });
});

describe('avatar menu', () => {
  test.each([
    ['desktop', WIDE],
    ['phone', PHONE],
  ])('on a %s: Settings and Sign Out', async (_where, viewport) => {
    const { page } = await openDashboard({ viewport });
    await accountMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.waitForURL('**/dashboard/settings');
    await signOut(page);
    await page.waitForURL(`${product.webOrigin}/`);
  });
});

describe('sidebar', () => {
  test('shows its links in order, then Settings, and each leads to its screen', async () => {
    const { page } = await openDashboard({ viewport: WIDE }, 'pro');
    const bar = sidebar(page);
    await bar.getByRole('link', { name: 'Analytics' }).waitFor();
    const names = ['Home', 'Analytics', 'Members', 'Projects', 'Tasks', 'Documents', 'Settings'];
    // The plan badge below them leads to the plans.
    expect(await readLinks(bar)).toEqual([...names, 'Pro']);
    for (const name of names.toReversed()) {
      await bar.getByRole('link', { name }).click();
      const path = name === 'Home' ? '/dashboard' : `/dashboard/${name.toLowerCase()}`;
      await page.waitForURL(product.webOrigin + path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  });

  test("shows the person's avatar, name, email and plan badge", async () => {
    const { page, person } = await openDashboard();
    const bar = sidebar(page);
    await bar.getByText(person.name, { exact: true }).waitFor();
    await bar.getByText(person.email, { exact: true }).waitFor();
    await bar.getByText('Trial', { exact: true }).waitFor();
    await bar.locator('[data-initials="P"], [data-initials^="P"]').first().waitFor();
  });

  test('can be collapsed and expanded, by button and by key, and stays so', async () => {
    const { page } = await openDashboard();
    await page.getByRole('button', { name: /^Collapse sidebar/ }).click();
    await page.getByRole('button', { name: /^Expand sidebar/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Expand sidebar/ }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('button', { name: /^Collapse sidebar/ }).waitFor();
  });

  test.each(['free', 'missing'])('hides Analytics when the subscription is %s', async (plan) => {
    const { page, teamId } = await openMember({ ...withFaults, viewport: WIDE });
    if (plan === 'missing') {
      await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
      allowFaults(brokenAnswer);
      await failWith(page, product, '/subscriptions/team/**');
    }
    await page.goto(`${product.webOrigin}/dashboard`);
    await (
      plan === 'free'
        ? page.getByText('Trial', { exact: true })
        : page.getByRole('alert').getByText('went wrong')
    ).waitFor();
    expect(await page.getByRole('link', { name: 'Analytics' }).count()).toBe(0);
  });

  test('shows Analytics as soon as the plan is paid', async () => {
    const { page, teamId } = await openDashboard();
    expect(await page.getByRole('link', { name: 'Analytics' }).count()).toBe(0);
    await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
    await page.reload();
    await page.getByRole('link', { name: 'Analytics' }).waitFor();
  });
});

test('mobile tabs: Members, Projects, Home, Tasks, Documents; no sidebar', async () => {
  const { page } = await openDashboard({ viewport: PHONE }, 'pro');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const names = ['Members', 'Projects', 'Home', 'Tasks', 'Documents'];
  expect(await readLinks(tabs)).toEqual(names);
  expect(await sidebar(page).count()).toBe(0);
  for (const name of names) {
    await tabs.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
});

test('a broken avatar image falls back to the default profile image', async () => {
  allowFaults(/status of 404/);
  const { page } = await openMember({ viewport: WIDE }, `${product.webOrigin}/gone.png`);
  await page.goto(`${product.webOrigin}/dashboard`);
  const image = accountMenu(page).locator('img');
  await image.waitFor();
  await expect.poll(() => image.getAttribute('src')).toMatch(/^data:image\/svg|default-profile/);
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
});

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
    const { page, teamId } = await openMember({ viewport: WIDE, reducedMotion: 'reduce' });
    const { board } = await makeProject(page, product, teamId, 'Website');
    await page.goto(board);
    await addTasks(page, 'To do', ['Draft the page']);
    await card(page, 'To do', 'Draft the page').waitFor();
    await page.locator('body').press('Control+z');
    const toast = successToast(page, 'Undone');
    await toast.waitFor();
    const look = await readLook(toast);
    expect(look).toMatchObject({ isGreen: true, isRed: false, isInLowerHalf: true });
    expect(Math.abs(look.middle)).toBeLessThan(2);
    expect(look.fromBottom).toBeLessThan(80);
  });

  test('is red on error', async () => {
    const { page } = await openMember({ ...withFaults, viewport: WIDE, reducedMotion: 'reduce' });
    allowFaults(brokenAnswer);
    await failWith(page, product, '/teams/*/members/*');
    await page.goto(`${product.webOrigin}/dashboard`);
    const toast = errorToast(page, 'Something went wrong. Please refresh again.');
    await toast.waitFor();
    expect(await readLook(toast)).toMatchObject({ isGreen: false, isRed: true });
  });
});

test('a loading bar shows while busy', async () => {
  const { page } = await openMember(withFaults);
  const letGo = await holdBack(page, product, '/teams?**');
  await page.goto(`${product.webOrigin}/dashboard`);
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.waitFor();
  await letGo();
  await teamMenu(page, 'North').waitFor();
  await bar.waitFor({ state: 'detached' });
});

test('the header gets a shadow after scrolling more than 100 px', async () => {
  const { page } = await openMember({ viewport: WIDE, reducedMotion: 'reduce' });
  await page.goto(`${product.webOrigin}/dashboard/settings`);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const readShadow = () =>
    heading.evaluate((title) => getComputedStyle(title.closest('header') ?? title).boxShadow);
  await scrollTo(page, 100);
  expect(await readShadow()).toBe('none');
  await scrollTo(page, 101);
  await expect.poll(readShadow).not.toBe('none');
  await scrollTo(page, 0);
  await expect.poll(readShadow).toBe('none');
});

describe('scroll', () => {
  test('resets to top on every change of screen, by link and by going back', async () => {
    const { page } = await openDashboard();
    const names = ['Members', 'Projects', 'Tasks', 'Documents', 'Settings', 'Home'];
    const readTop = () => page.evaluate(() => window.scrollY);
    for (const name of names) {
      await scrollTo(page, 400);
      expect(await readTop()).toBe(400);
      await sidebar(page).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(readTop).toBe(0);
    }
    await scrollTo(page, 400);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await expect.poll(readTop).toBe(0);
  });

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

describe('navbar', () => {
  test('is hidden on payment onboarding and on creating a team', async () => {
    const { page } = await openMember();
    for (const path of ['/payment/onboarding?plan=pro', '/teams/create']) {
      await page.goto(product.webOrigin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await sidebar(page).count()).toBe(0);
      expect(await accountMenu(page).count()).toBe(0);
    }
  });

  test('is there on every screen of the dashboard, with the same team', async () => {
    const { page, teamId } = await openMember();
    const { projectId } = await makeProject(page, product, teamId, 'Website');
    for (const child of ['', '/members', '/projects', `/projects/${projectId}`, '/tasks', '/settings']) {
      await page.goto(`${product.webOrigin}/dashboard${child}`);
      await teamMenu(page, 'North').waitFor();
      await sidebar(page).waitFor();
      expect(readPath(page)).toBe(`/dashboard${child}`);
    }
  });
});

describe('footer', () => {
  test('appears on home, with its links and the copyright line for 2025', async () => {
    const page = await openPerson();
    await page.goto(product.webOrigin);
    const footer = page.getByRole('contentinfo');
    const names = [
      ['Terms and Conditions', '/terms-and-conditions'],
      ['Privacy Policy', '/privacy'],
      ['Cancellation and Refund Policy', '/cancellation-refund'],
      ['Service Delivery Policy', '/service-delivery'],
      ['Contact', '/contact-us'],
    ];
    for (const [name = '', path] of names)
      expect(await footer.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
    expect(await footer.innerText()).toMatch(/© 2025 Hearth/);
  });

  test('appears on no other screen', async () => {
    const { page } = await openMember();
    const paths = [
      '/about',
      '/privacy',
      '/payment/onboarding?plan=pro',
      '/teams/create',
      '/dashboard',
      '/nowhere',
    ];
    for (const path of paths) {
      await page.goto(product.webOrigin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('contentinfo').count(), path).toBe(0);
    }
    const stranger = await openPerson();
    await stranger.goto(`${product.webOrigin}/signin`);
    await stranger.getByRole('button', { name: 'Login with Google' }).waitFor();
    expect(await stranger.getByRole('contentinfo').count()).toBe(0);
  });
});
