import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { LONG_MARKDOWN } from '#e2e/support/document-texts.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { PUBLIC_PATHS, SETTINGS_SECTIONS } from '#e2e/support/stage.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { addField, chooseInTaskMenu, openTaskMenu } from '#e2e/support/task-panel.ts';

// Every screen can be read and used by everybody: in both themes, with overlays open.

const { openPerson } = useBrowser();
const LONG = 'Ask every supplier of the last three years for a new quote and put the answers side by side';
const product = useProduct();
let board: string;
let documentId: string;
let archivedBoard: string;
let invite: string;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

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
  const { tasks } = await callApi<{ tasks: { id: string; title: string }[] }>(
    page,
    product,
    `GET /teams/${teamId}/tasks`,
  );
  const draft = tasks.find(({ title }) => title === 'Draft the page')?.id ?? '';
  await fillTask(page, teamId, projectId, draft);
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

/** Gives the task all that stands in its panel by and by, and the team an archived project, favourites and templates. */
async function fillTask(page: Page, teamId: string, projectId: string, taskId: string): Promise<void> {
  const ask = (call: string, body?: unknown) => callApi(page, product, call, body);
  const task = `/teams/${teamId}/tasks/${taskId}`;
  const project = `/teams/${teamId}/projects/${projectId}`;
  const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
  await ask(`POST ${task}/time`, { startedAt: hour(3), endedAt: hour(2), note: 'Read all of it' });
  await ask(`POST ${task}/timer`, {});
  const wish = { day: null, time: '09:00', timeZone: 'UTC', isSeen: false };
  const due = { ...wish, id: crypto.randomUUID(), on: 'due', days: -1 };
  const start = { ...wish, id: crypto.randomUUID(), on: 'start', days: 0 };
  await ask(`PATCH /teams/${teamId}/own-tasks`, { taskIds: [taskId], reminders: [due, start] });
  await ask(`POST ${task}/template`, { name: 'Page' });
  await ask(`POST ${project}/template`, { name: 'Site' });
  await ask(`PUT ${project}/favourite`, {});
  const { view } = await callApi<{ view: { id: string } }>(page, product, `POST /teams/${teamId}/views`, {
    name: 'Fires',
    text: 'view=list',
    projectId,
    color: 'amber',
  });
  await ask(`PUT /teams/${teamId}/views/${view.id}/favourite`, {});
  await ask(`POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { document } = await callApi<{ document: { id: string } }>(
    page,
    product,
    `POST /teams/${teamId}/documents`,
    { title: 'Handbook', icon: '📚', cover: 'dusk', markdown: LONG_MARKDOWN },
  );
  documentId = document.id;
  const over = await makeProject(page, product, teamId, 'Summer party');
  archivedBoard = over.board;
  await ask(`PUT /teams/${teamId}/projects/${over.projectId}/archive`);
}

/** An address and a sign that its screen is there: a text, or a locator of something; without one, any heading will do. */
type Screen = [address: string, sign: string | ((page: Page) => Locator)];

function listScreens(): Screen[] {
  const inApp = (path: string) => product.webOrigin + path;
  return [
    [inApp('/teams/create'), 'Create a team'],
    [inApp('/dashboard'), 'Draft the page'],
    [inApp('/dashboard/members'), 'Bob Reed'],
    [inApp('/dashboard/projects'), 'Website'],
    [board, LONG],
    [`${board}?view=list`, LONG],
    [archivedBoard, 'Read-only while archived'],
    [inApp('/dashboard/tasks/changes?by=everybody'), 'Draft the page'],
    [inApp('/dashboard/tasks'), LONG],
    [inApp('/dashboard/trash'), 'In the trash'],
    [inApp(`/dashboard/documents/${documentId}`), (page) => page.locator('[role=textbox] table')],
    [inApp('/dashboard/search?q=page'), (page) => page.getByRole('list', { name: 'Results' })],
    ...Object.entries(SETTINGS_SECTIONS).map(([name, sign]): Screen => {
      return [inApp(`/dashboard/settings/${name}`), (page) => page.locator(sign)];
    }),
    [invite, 'Join team'],
    [inApp('/dashboard/analytics'), (page) => page.locator('#throughput svg')],
    [inApp('/dashboard/analytics?report=true'), (page) => page.locator('article table')],
    ...['documents', 'upgrade'].map((name): Screen => [inApp(`/dashboard/${name}`), '']),
    [inApp('/payment/onboarding?plan=pro'), ''],
    [inApp('/nowhere'), ''],
  ];
}

async function openScreen(page: Page, [address, sign]: Screen): Promise<void> {
  await page.goto(address);
  const seen = typeof sign === 'string' ? page.getByText(sign) : sign(page);
  await (sign === '' ? page.getByRole('heading') : seen).filter({ visible: true }).first().waitFor();
}

interface Overlay {
  what: string;
  open: (page: Page) => Promise<void>;
}

const teamMenu: Overlay = {
  what: 'the team menu',
  open: async (page) => {
    await page.getByRole('button', { name: /^Team:/ }).click();
    await page.getByRole('menuitem', { name: 'Create a team' }).waitFor();
  },
};
const accountMenu: Overlay = {
  what: 'the account menu',
  open: async (page) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  },
};
const taskPanel: Overlay = {
  what: 'a task panel',
  open: async (page) => {
    await page.getByRole('link', { name: 'Draft the page' }).click();
    await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
  },
};
const picker: Overlay = {
  what: 'a picker in the panel',
  open: async (page) => {
    await page.getByRole('link', { name: 'Draft the page' }).click();
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByText('Urgent').filter({ visible: true }).last().waitFor();
  },
};
const palette: Overlay = {
  what: 'search and commands',
  open: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  },
};

const inPanel = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary', { name: 'Task: Draft the page' }).getByRole('button', { name });

const folded = (name: string) => (page: Page) => addField(page, name);

/** What is opened from the panel of a task, and a sign that it is there. */
function overPanel(what: string, act: (page: Page) => Promise<void>, sign: (page: Page) => Locator): Overlay {
  return {
    what,
    open: async (page) => {
      await taskPanel.open(page);
      await act(page);
      await sign(page).first().waitFor();
    },
  };
}

const aroundTask: Overlay[] = [
  overPanel(
    'adding time',
    (page) => inPanel(page, 'Add time').click(),
    (page) => page.getByRole('dialog', { name: 'Add time' }).getByLabel('Time spent'),
  ),
  overPanel(
    'choosing a reminder',
    (page) => inPanel(page, 'Remind me…').click(),
    (page) => page.getByRole('dialog').getByRole('option'),
  ),
  overPanel('the watchers', folded('Watchers'), (page) => page.getByRole('option', { name: 'Bob Reed' })),
  overPanel(
    'the fields to add',
    (page) => inPanel(page, 'Add a field…').click(),
    (page) => page.getByRole('option', { name: 'Show all fields' }),
  ),
  overPanel('the menu of a task', openTaskMenu, (page) => page.getByRole('menuitem')),
  overPanel(
    'saving a template',
    (page) => chooseInTaskMenu(page, 'Save as template'),
    (page) => page.getByRole('dialog').getByText('Roles instead of people'),
  ),
  {
    what: 'a task from a template',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'From a template' }).click();
      await page.getByRole('heading', { name: 'New task from a template' }).waitFor();
    },
  },
];

// The calendar of a date field is the browser's own: no part of the page.
const overlays: Overlay[] = [
  taskPanel,
  ...aroundTask,
  overPanel(
    'a task as a page',
    (page) => chooseInTaskMenu(page, 'Open as full page'),
    (page) => page.getByRole('heading', { level: 1 }),
  ),
  {
    what: 'the menu of a favourite',
    open: async (page) => {
      await page.getByRole('link', { name: /^Fires/ }).hover();
      await page.getByRole('button', { name: 'More for Fires' }).click();
      await page.getByRole('menuitem', { name: 'Move down' }).waitFor();
    },
  },
  picker,
  teamMenu,
  accountMenu,
  palette,
  {
    what: 'the sheet of shortcuts',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
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

// The same elements in the other theme: only their colours differ.
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What is a serious barrier on the page as it stands, in both themes. */
async function findBarriersInBothThemes(page: Page): Promise<string[]> {
  const inLight = await findBarriers(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // The app hears of it and writes it down a frame later.
  await page.waitForFunction(
    () => (document.documentElement.dataset['mantineColorScheme'] ?? 'dark') === 'dark',
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const inDark = await findBarriers(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...inLight, ...inDark.map((barrier) => `dark: ${barrier}`)];
}

interface Place {
  what: string;
  open: (page: Page) => Promise<void>;
}

async function lookAtAll(page: Page, places: readonly Place[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { what, open } of places) {
    await open(page);
    const barriers = await findBarriersInBothThemes(page);
    if (barriers.length > 0) found[what] = barriers;
  }
  return found;
}

test('no screen has a serious barrier in light or dark', async () => {
  const page = await openMember({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  const places = listScreens().map((screen) => ({
    what: screen[0],
    open: (at: Page) => openScreen(at, screen),
  }));
  expect(await lookAtAll(page, places)).toEqual({});
}, 180_000);

/** Each overlay over the project, freshly loaded. */
function placeOverProject(shown: Overlay[], view: string): Place[] {
  return shown.map(({ what, open }) => ({
    what,
    open: async (at: Page) => {
      await openScreen(at, [board + view, LONG]);
      await open(at);
    },
  }));
}

test('no overlay has a serious barrier in light or dark', async () => {
  const page = await openMember({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  expect(await lookAtAll(page, placeOverProject(overlays, ''))).toEqual({});
}, 180_000);

test('on a phone neither home nor any overlay has one', async () => {
  const page = await openMember({
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const home: Place = {
    what: 'home',
    open: (at) => openScreen(at, [`${product.webOrigin}/dashboard`, 'Draft the page']),
  };
  const shown = [taskPanel, ...aroundTask, picker, teamMenu, accountMenu, palette];
  expect(await lookAtAll(page, [home, ...placeOverProject(shown, '?view=list')])).toEqual({});
}, 180_000);

test('no public page has a serious barrier in light or dark', async () => {
  const page = await openPerson({ colorScheme: 'light', reducedMotion: 'reduce' });
  const places = PUBLIC_PATHS.map((path) => ({
    what: path,
    open: async (at: Page) => {
      await at.goto(product.webOrigin + path);
      await at.getByRole('heading').first().waitFor();
    },
  }));
  expect(await lookAtAll(page, places)).toEqual({});
}, 60_000);
