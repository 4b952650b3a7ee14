import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, findOverlaps, measureSidewaysScroll } from './support/accessibility.ts';
import { card, column } from './support/board.ts';
import { useBrowser } from './support/browser.ts';
import { startProduct, type Product } from './support/product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// Every screen can be read and used by everybody: in both themes, with overlays open, on small windows.

const { openPerson } = useBrowser();
const LONG = 'Ask every supplier of the last three years for a new quote and put the answers side by side';
let product: Product;
let board: string;
let invite: string;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

/** Makes a team with work in every state, once; later pages come with the same person's cookie. */
async function openMember(options: Parameters<typeof openPerson>[0]): Promise<Page> {
  const page = await openPerson({ reducedMotion: 'reduce', ...options });
  if (cookies !== undefined) {
    await page.context().addCookies(cookies);
    return page;
  }
  const userId = await signInQuietly(page, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(page, product, 'North & Partners of the Long Name');
  const { projectId, board: address } = await makeProject(page, product, teamId, 'Website');
  board = address;
  const due = ['2026-01-05', null, '2030-05-01'];
  const priorities = ['urgent', 'high', 'none'];
  for (const [at, title] of ['Draft the page', LONG, 'Choose a font'].entries()) {
    const task = { title, projectId, priority: priorities[at], dueDate: due[at], assigneeIds: [userId] };
    await callApi(page, product, `POST /teams/${teamId}/tasks`, task);
  }
  const made = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
    title: 'In the trash',
  });
  await callApi(page, product, `DELETE /teams/${teamId}/tasks/${made.task.id}`);
  const bob = await openPerson();
  await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  await joinTeam(page, bob, product, teamId, 'member');
  const path = `POST /teams/${teamId}/invites`;
  const { invite: link } = await callApi<{ invite: { url: string } }>(page, product, path, {});
  invite = link.url;
  cookies = await page.context().cookies();
  return page;
}

/** Every screen with its address and a sign that it is there. */
function listScreens(): [string, string][] {
  const inApp = (path: string) => product.webOrigin + path;
  return [
    [inApp('/teams/create'), 'Create a team'],
    [inApp('/dashboard'), 'Draft the page'],
    [inApp('/dashboard/members'), 'Bob Reed'],
    [inApp('/dashboard/projects'), 'Website'],
    [board, LONG],
    [`${board}?view=list`, LONG],
    [inApp('/dashboard/tasks'), LONG],
    [inApp('/dashboard/trash'), 'In the trash'],
    [inApp('/dashboard/settings'), 'Appearance'],
    [invite, 'Join team'],
    [inApp('/nowhere'), 'There is nothing here'],
  ];
}

async function openScreen(page: Page, [address, sign]: [string, string]): Promise<void> {
  await page.goto(address);
  await page.getByText(sign).filter({ visible: true }).first().waitFor();
}

interface Overlay {
  what: string;
  open: (page: Page) => Promise<void>;
}

const overlays: Overlay[] = [
  {
    what: 'a task panel',
    open: async (page) => {
      await page.getByRole('link', { name: 'Draft the page' }).click();
      await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
    },
  },
  {
    what: 'a picker in the panel',
    open: async (page) => {
      await page.getByRole('link', { name: 'Draft the page' }).click();
      await page.getByRole('button', { name: /^Priority/ }).click();
      await page.getByText('Urgent').filter({ visible: true }).last().waitFor();
    },
  },
  {
    what: 'the team menu',
    open: async (page) => {
      await page.getByRole('button', { name: /^Team:/ }).click();
      await page.getByRole('menuitem', { name: 'Create a team' }).waitFor();
    },
  },
  {
    what: 'the account menu',
    open: async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    },
  },
  {
    what: 'the project menu and dialog',
    open: async (page) => {
      await page.getByRole('button', { name: 'Project menu' }).click();
      await page.getByRole('menuitem', { name: 'Edit project' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    what: 'a new task',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    what: 'moving a task',
    open: async (page) => {
      await page.getByRole('link', { name: 'Draft the page' }).focus();
      await page.keyboard.press('m');
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).waitFor();
    },
  },
];

test.each(['light', 'dark'] as const)(
  'no screen has a serious barrier in %s',
  async (colorScheme) => {
    const page = await openMember({ colorScheme, viewport: { width: 1440, height: 900 } });
    // The same elements in the other theme: only their colours differ.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    const found: Record<string, string[]> = {};
    const look = async (what: string) => {
      const barriers = await findBarriers(page, rules);
      if (barriers.length > 0) found[what] = barriers;
    };
    for (const screen of listScreens()) {
      await openScreen(page, screen);
      await look(screen[0]);
    }
    for (const { what, open } of overlays) {
      await openScreen(page, [board, LONG]);
      await open(page);
      await look(what);
    }
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    for (const path of ['/', '/signin']) {
      await openScreen(page, [product.webOrigin + path, path === '/' ? 'Hearth' : 'Login with Google']);
      await look(path);
    }
    expect(found).toEqual({});
  },
  180_000,
);

test.each([
  [1440, 900],
  [390, 844],
  [320, 640],
])(
  'at %i × %i nothing overlaps or scrolls sideways',
  async (width, height) => {
    const page = await openMember({ viewport: { width, height } });
    const found: Record<string, string[]> = {};
    const look = async (what: string) => {
      const overlaps = await findOverlaps(page);
      const sideways = await measureSidewaysScroll(page);
      if (sideways > 0) overlaps.push(`scrolls sideways by ${sideways} px`);
      if (overlaps.length > 0) found[what] = overlaps;
    };
    for (const screen of listScreens()) {
      await openScreen(page, screen);
      await look(screen[0]);
    }
    await openScreen(page, [board, LONG]);
    await card(page, 'Backlog', LONG)
      .or(card(page, 'To do', LONG))
      .first()
      .waitFor();
    await overlays[0]?.open(page);
    await look('a task panel');
    await page.keyboard.press('Escape');
    await column(page, 'Done').scrollIntoViewIfNeeded();
    await look('the board at its end');
    expect(found).toEqual({});
  },
  120_000,
);

test('a team, a project and a task are made, moved and opened by keys alone', async () => {
  const page = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${product.webOrigin}/signin`);
  await tabTo(page, 'Login with Google');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await tabTo(popup, 'Name');
  await popup.keyboard.type('Kim Park');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type('kim@example.com');
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);

  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Team name', isVisible: true });
  await page.keyboard.type('South');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Projects' }).first().waitFor();
  await tabTo(page, 'Projects');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await tabTo(page, 'New project');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Name', isVisible: true });
  await page.keyboard.type('Garden');
  await page.keyboard.press('Enter');

  await column(page, 'To do').waitFor();
  await tabTo(page, 'Add task to To do');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Plant the beans');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Add task to To do', isVisible: true });
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Plant the beans', isVisible: true });

  await page.keyboard.press('m');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await card(page, 'In progress', 'Plant the beans').waitFor();
  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Plant the beans', isVisible: true });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Task: Plant the beans' });
  await panel.waitFor();
  await tabTo(page, 'Close (Esc)');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => readFocus(page)).toMatchObject({ name: 'Plant the beans', isVisible: true });
});

/** Presses Tab until the control of that name has the focus; each stop on the way must show that it has it. */
async function tabTo(page: Page, name: string): Promise<void> {
  const stops: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    if (focus === null) continue;
    stops.push(focus.name);
    expect(focus.isVisible, `focus on ${focus.name} can be seen`).toBe(true);
    if (focus.name === name) return;
  }
  throw new Error(`Tab does not reach ${name}, only ${stops.join(', ')}`);
}

/** The control that has the focus; null for none, as after the last one of the page. */
function readFocus(page: Page): Promise<{ name: string; isVisible: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
    const name = focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
    const hasRing = (element: Element | null) => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    // A card shows the ring for the link that fills it.
    const isVisible = hasRing(focused) || hasRing(focused.parentElement);
    return { name: name.trim(), isVisible };
  });
}
