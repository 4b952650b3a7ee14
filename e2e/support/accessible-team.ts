import type { Locator, Page } from 'playwright-core';
import { findAccessibilityIssues } from './accessibility.ts';
import { LONG_MARKDOWN } from './document-texts.ts';
import type { Overlay } from './accessible-overlays.ts';
import { useBrowser } from './browser.ts';
import { SETTINGS_SECTIONS } from './stage.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from './team-api.ts';
import { useProduct } from './use-product.ts';

const LONG = 'Ask every supplier of the last three years for a new quote and put the answers side by side';

/** A URL, and a heading or locator that is visible once its screen is loaded. An empty string matches any heading. */
export type Screen = [address: string, sign: string | ((page: Page) => Locator)];

/**
 * Provides pages of a team with overdue, undated and future tasks, and lists its screens. The team is created when its first page is
 * opened.
 */
export function prepareAccessibleTeam() {
  const { openPerson } = useBrowser();
  const product = useProduct();
  let board: string;
  let documentId: string;
  let archivedBoard: string;
  let invite: string;
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

  /** Opens a page of the team's owner. The first call creates the team. Later calls reuse its owner's cookies. */
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
    const created = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
      title: 'In the trash',
    });
    await callApi(page, product, `DELETE /teams/${teamId}/tasks/${created.task.id}`);
    const bob = await openPerson();
    await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
    await joinTeam(page, bob, product, teamId, 'member');
    const path = `POST /teams/${teamId}/invites`;
    const { invite: link } = await callApi<{ invite: { url: string } }>(page, product, path, {});
    invite = link.url;
    cookies = await page.context().cookies();
    return page;
  }

  /**
   * Adds logged time, a running timer and reminders to the task, and favourites, templates, a document and an archived project to the team.
   */
  async function fillTask(page: Page, teamId: string, projectId: string, taskId: string): Promise<void> {
    const request = (call: string, body?: unknown) => callApi(page, product, call, body);
    const task = `/teams/${teamId}/tasks/${taskId}`;
    const project = `/teams/${teamId}/projects/${projectId}`;
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    await request(`POST ${task}/time`, { startedAt: hour(3), endedAt: hour(2), note: 'Read all of it' });
    await request(`POST ${task}/timer`, {});
    const reminder = { day: null, time: '09:00', timeZone: 'UTC', isSeen: false };
    const due = { ...reminder, id: crypto.randomUUID(), on: 'due', days: -1 };
    const start = { ...reminder, id: crypto.randomUUID(), on: 'start', days: 0 };
    await request(`PATCH /teams/${teamId}/own-tasks`, { taskIds: [taskId], reminders: [due, start] });
    await request(`POST ${task}/template`, { name: 'Page' });
    await request(`POST ${project}/template`, { name: 'Site' });
    await request(`PUT ${project}/favourite`, {});
    const { view } = await callApi<{ view: { id: string } }>(page, product, `POST /teams/${teamId}/views`, {
      name: 'Fires',
      text: 'view=list',
      projectId,
      color: 'amber',
    });
    await request(`PUT /teams/${teamId}/views/${view.id}/favourite`, {});
    await request(`POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
    const { document } = await callApi<{ document: { id: string } }>(
      page,
      product,
      `POST /teams/${teamId}/documents`,
      { title: 'Handbook', icon: '📚', cover: 'dusk', markdown: LONG_MARKDOWN },
    );
    documentId = document.id;
    const over = await makeProject(page, product, teamId, 'Summer party');
    archivedBoard = over.board;
    await request(`PUT /teams/${teamId}/projects/${over.projectId}/archive`);
  }

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

  /** Opens each overlay over a freshly loaded project. */
  function placeOverProject(shown: readonly Overlay[], view: string): VisitedScreen[] {
    return shown.map(({ what, open }) => ({
      what,
      open: async (at: Page) => {
        await openScreen(at, [board + view, LONG]);
        await open(at);
      },
    }));
  }

  return { openPerson, product, openMember, listScreens, placeOverProject };
}

export async function openScreen(page: Page, [address, sign]: Screen): Promise<void> {
  await page.goto(address);
  const seen = typeof sign === 'string' ? page.getByText(sign) : sign(page);
  await (sign === '' ? page.getByRole('heading') : seen).filter({ visible: true }).first().waitFor();
}

// Rules to check in the second theme. Only the colors of elements differ between the themes.
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Finds serious and critical accessibility violations on the current page in both themes. */
async function findAccessibilityIssuesInBothThemes(page: Page): Promise<string[]> {
  const inLight = await findAccessibilityIssues(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // Wait until the app has applied and painted the new theme.
  await page.waitForFunction(
    () => (document.documentElement.dataset['mantineColorScheme'] ?? 'dark') === 'dark',
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const inDark = await findAccessibilityIssues(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...inLight, ...inDark.map((barrier) => `dark: ${barrier}`)];
}

export interface VisitedScreen {
  what: string;
  open: (page: Page) => Promise<void>;
}

export async function auditScreens(
  page: Page,
  screens: readonly VisitedScreen[],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { what, open } of screens) {
    await open(page);
    const issues = await findAccessibilityIssuesInBothThemes(page);
    if (issues.length > 0) found[what] = issues;
  }
  return found;
}
