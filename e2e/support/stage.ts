import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { FULL_TEXT } from '@hearth/contracts/testing/rich-texts';
import type { BrowserContext, Page } from 'playwright-core';
import { LONG_MARKDOWN } from './document-texts.ts';
import type { SharedProduct } from './product.ts';
import { callApi, makeInvite, makeProject, makeTeam, signInQuietly } from './team-api.ts';

/** The cookies of a user with a team, and the screens of that team. */
export interface Stage {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  screens: Screen[];
  /** Dialogs, a side panel and the join screen, for screenshots. */
  dialogs: Screen[];
}

export interface Screen {
  name: string;
  address: string;
  /** Selector that matches once the content is shown. By default, any heading. */
  sign?: string;
  /** Name of the menu that contains the button `press`. */
  menu?: RegExp;
  /** Name of the button that opens the dialog. */
  press?: RegExp;
}

const LONG_WORDS =
  'Ask every supplier of the last three years for a new quote, put the answers side by side and tell the others';
const UNBROKEN = 'https://example.com/plans/2026/spring/quotations-and-their-answers-of-all-suppliers';

/** Paths that are accessible without signing in. */
export const PUBLIC_PATHS = [
  '/',
  '/signin',
  '/about',
  '/terms-and-conditions',
  '/privacy',
  '/cancellation-refund',
  '/service-delivery',
  '/contact-us',
] as const;

/** Sections of Settings by the last segment of their path, each with a selector that matches once the content is shown. */
export const SETTINGS_SECTIONS = {
  profile: 'section[aria-label] input',
  appearance: 'section[aria-label] h2',
  language: 'section[aria-label] h2',
  notifications: 'section[aria-label] h2',
  sessions: 'section[aria-label] section button',
  tokens: 'section[aria-label] pre',
  data: 'section[aria-label] h2',
  team: 'section[aria-label] input',
  work: 'section[aria-label] li textarea',
  transfer: 'section[aria-label] section button',
  audit: 'section[aria-label] ol li',
  billing: 'section[aria-label] form',
  help: 'section[aria-label] textarea',
} as const;

/** Creates a team with one empty project. */
export async function stageEmpty(page: Page, product: SharedProduct): Promise<Stage> {
  await signInQuietly(page, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(page, product, 'North');
  const { board } = await makeProject(page, product, teamId, 'Website');
  return describeStage(page, product, [
    { name: 'project board', address: board },
    { name: 'project list', address: `${board}?view=list` },
    { name: 'project table', address: `${board}?view=table` },
    { name: 'project calendar', address: `${board}?view=calendar` },
    { name: 'project timeline', address: `${board}?view=timeline` },
    { name: 'project workload', address: `${board}?view=workload` },
    { name: 'what changed', address: `${product.webOrigin}/dashboard/tasks/changes` },
  ]);
}

/** Creates a team of 40 people with 200 tasks that have long titles. */
export async function stageFull(page: Page, product: SharedProduct): Promise<Stage> {
  const ownerId = await signInQuietly(page, product, {
    name: 'Bartholomäus Featherstonehaugh-Cholmondeley',
    email: 'bartholomaeus.featherstonehaugh-cholmondeley@long-company-name.example.com',
  });
  const teamId = await makeTeam(page, product, 'North & Partners of the Uncommonly Long Name');
  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const memberIds = await addPeople(page, product, teamId, 39);
  const userIds = [ownerId, ...memberIds];
  const link = await makeInvite(page, product, teamId, 'member');
  const email = 'wolfeschlegelsteinhausenbergerdorff.hubert@a-rather-long-company-name.example.com';
  await callApi(page, product, `POST /teams/${teamId}/invites`, { teamRole: 'guest', email });
  const { projectId, board } = await makeProject(
    page,
    product,
    teamId,
    'The new website and everything around it',
  );
  const garden = await makeProject(page, product, teamId, 'Garden');
  for (const id of [projectId, garden.projectId])
    await callApi(page, product, `PUT /teams/${teamId}/projects/${id}/favourite`, {});
  const taskId = await addTasks(page, product, teamId, { projectId, userIds, count: 200 });
  await callApi(page, product, `POST /teams/${teamId}/tasks/${taskId}/template`, {
    name: LONG_WORDS.slice(0, 80),
  });
  const documentId = await addDocuments(page, product, teamId, projectId);
  const created = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
    title: 'In the trash',
  });
  await callApi(page, product, `DELETE /teams/${teamId}/tasks/${created.task.id}`);
  const stage = await describeStage(page, product, [
    { name: 'project board', address: board, sign: 'text=https://example.com/plans' },
    { name: 'project list', address: `${board}?view=list`, sign: 'text=https://example.com/plans' },
    { name: 'project table', address: `${board}?view=table`, sign: 'text=https://example.com/plans' },
    { name: 'project calendar', address: `${board}?view=calendar`, sign: '[role="gridcell"]' },
    { name: 'project timeline', address: `${board}?view=timeline`, sign: '[data-line]' },
    { name: 'project workload', address: `${board}?view=workload`, sign: '[data-load-cell]' },
    {
      name: 'what changed',
      address: `${product.webOrigin}/dashboard/tasks/changes?by=everybody`,
      sign: 'main ul[aria-label] > li',
    },
    { name: 'task panel', address: `${board}?task=${taskId}`, sign: 'aside textarea' },
    {
      name: 'weekly report',
      address: `${product.webOrigin}/dashboard/analytics?report=true`,
      sign: 'article table',
    },
    {
      name: 'document with all in it',
      address: `${product.webOrigin}/dashboard/documents/${documentId}`,
      sign: '[role=textbox] table',
    },
    { name: 'settings', address: `${product.webOrigin}/dashboard/settings` },
    ...Object.entries(SETTINGS_SECTIONS).map(([section, sign]) => ({
      name: `settings ${section}`,
      address: `${product.webOrigin}/dashboard/settings/${section}`,
      sign,
    })),
  ]);
  const inApp = (path: string) => `${product.webOrigin}/dashboard${path}`;
  return {
    ...stage,
    dialogs: [
      {
        name: 'access',
        address: board,
        press: /^(Share|साझा करें)$/,
        sign: '[role=dialog] li',
      },
      {
        name: 'save as template',
        address: `${board}?task=${taskId}`,
        menu: /^(Task menu|कार्य मेनू)$/,
        press: /^(Save as template|टेम्पलेट के रूप में सेव करें)$/,
        sign: '[role=dialog] aside',
      },
      { name: 'person', address: inApp(`/members?person=${memberIds[2]}`), sign: 'aside h3' },
      {
        name: 'notes in charts',
        address: inApp('/analytics'),
        press: /^(Notes in the charts|चार्ट में नोट)$/,
        sign: '[role=dialog] form',
      },
      { name: 'new project', address: inApp('/projects'), press: /^(New project|नया प्रोजेक्ट)$/ },
      { name: 'invite', address: inApp('/members'), press: /^(Invite people|लोगों को आमंत्रित करें)$/ },
      { name: 'new token', address: inApp('/settings/tokens'), press: /^(New token|नया टोकन)$/ },
      { name: 'join', address: `${product.webOrigin}/invite/${encodeURIComponent(link)}/join` },
    ],
  };
}

async function addPeople(
  page: Page,
  product: SharedProduct,
  teamId: string,
  count: number,
): Promise<string[]> {
  const browser = page.context().browser();
  const guest = await browser?.newContext();
  if (guest === undefined) throw new Error('The page has no browser.');
  const other = await guest.newPage();
  const memberIds: string[] = [];
  const links = {
    member: await makeInvite(page, product, teamId, 'member'),
    guest: await makeInvite(page, product, teamId, 'guest'),
  };
  for (let at = 1; at <= count; at += 1) {
    const name = at % 3 === 0 ? `Maximiliane Oberländer-Weißenburg ${at}` : `Kim Park ${at}`;
    const id = await signInQuietly(other, product, { name, email: `person.${at}@example.com` });
    // The plan has ten seats for members. Guests need no seat.
    const isMember = at < 10;
    const link = encodeURIComponent(isMember ? links.member : links.guest);
    await callApi(other, product, `POST /invites/${link}/join`);
    if (isMember) memberIds.push(id);
    if (at === 1) {
      const { projectId } = await makeProject(other, product, teamId, 'A merger that nobody may hear of yet');
      await callApi(other, product, `PATCH /teams/${teamId}/projects/${projectId}`, { isPrivate: true });
    }
  }
  await guest.close();
  return memberIds;
}

async function addTasks(
  page: Page,
  product: SharedProduct,
  teamId: string,
  { projectId, userIds, count }: { projectId: string; userIds: string[]; count: number },
): Promise<string> {
  const { statuses } = await callApi<{ statuses: { id: string }[] }>(
    page,
    product,
    `GET /teams/${teamId}/statuses`,
  );
  const priorities = ['urgent', 'high', 'medium', 'low', 'none'];
  let firstId = '';
  for (let at = 0; at < count; at += 1) {
    const { task } = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
      title: at % 4 === 0 ? `${at} ${UNBROKEN}` : `${at} ${LONG_WORDS.slice(0, 20 + ((at * 17) % 90))}`,
      ...(at === 0 ? { descriptionDoc: describeAtLength() } : {}),
      projectId,
      statusId: statuses[at % statuses.length]?.id,
      priority: priorities[at % priorities.length],
      assigneeIds: userIds.slice(0, at % 5),
      ...(at % 3 === 0 ? { dueDate: at % 2 === 0 ? '2026-01-05' : '2030-05-01' } : {}),
    });
    if (at === 0) firstId = task.id;
  }
  return firstId;
}

/** Builds a description with every node type, each with overlong content. */
function describeAtLength(): RichText {
  const line: RichNode = {
    type: 'paragraph',
    content: [{ text: `${LONG_WORDS} ${UNBROKEN}`, type: 'text' }],
  };
  const nested: RichNode = { type: 'bulletList', content: [{ type: 'listItem', content: [line] }] };
  return {
    type: 'doc',
    content: [
      ...FULL_TEXT.content,
      { type: 'heading', attrs: { level: 1 }, content: [{ text: UNBROKEN, type: 'text' }] },
      {
        type: 'orderedList',
        attrs: { start: 999 },
        content: [{ type: 'listItem', content: [line, nested] }],
      },
      {
        type: 'taskList',
        content: [{ type: 'taskItem', attrs: { checked: false }, content: [line, nested] }],
      },
      { type: 'blockquote', content: [line] },
      { type: 'codeBlock', attrs: { language: null }, content: [{ text: UNBROKEN, type: 'text' }] },
      line,
    ],
  };
}

/**
 * Creates a document tree of maximum depth, titles of all lengths and a document with every block type.
 * @returns the id of the last document
 */
async function addDocuments(
  page: Page,
  product: SharedProduct,
  teamId: string,
  projectId: string,
): Promise<string> {
  const make = async (title: string, body: object = {}): Promise<string> => {
    const path = `POST /teams/${teamId}/documents`;
    const { document } = await callApi<{ document: { id: string } }>(page, product, path, { title, ...body });
    return document.id;
  };
  let parentId = await make(LONG_WORDS, { icon: '📚' });
  for (let level = 2; level <= 6; level += 1) parentId = await make(`${level} ${UNBROKEN}`, { parentId });
  for (let at = 0; at < 30; at += 1)
    await make(at % 3 === 0 ? '' : `${at} ${LONG_WORDS.slice(0, (at * 13) % 100)}`);
  await make('Minutes of the project', { projectId });
  await make('Not for everybody', { isPrivate: true });
  await make('Laid out once', { isTemplate: true });
  return await make(LONG_WORDS, { icon: '🎯', cover: 'dusk', parentId, markdown: LONG_MARKDOWN });
}

async function describeStage(page: Page, product: SharedProduct, ofProject: Screen[]): Promise<Stage> {
  const inApp = (name: string, path: string): Screen => ({ name, address: product.webOrigin + path });
  return {
    dialogs: [],
    cookies: await page.context().cookies(),
    screens: [
      inApp('home', '/dashboard'),
      // Matches on all plans. The free plan shows one chart, and Pro shows many.
      { ...inApp('analytics', '/dashboard/analytics'), sign: 'svg[role="img"]' },
      inApp('members', '/dashboard/members'),
      inApp('projects', '/dashboard/projects'),
      ...ofProject,
      inApp('tasks', '/dashboard/tasks'),
      inApp('documents', '/dashboard/documents'),
      inApp('document', '/dashboard/documents/01920000-0000-7000-8000-000000000000'),
      inApp('search', '/dashboard/search?q=page'),
      inApp('upgrade', '/dashboard/upgrade'),
      inApp('trash', '/dashboard/trash'),
      inApp('create team', '/teams/create'),
      inApp('onboarding', '/payment/onboarding?plan=pro'),
      inApp('unknown address', '/nowhere'),
    ],
  };
}

/** Opens a screen and waits until its content is shown. */
export async function openScreen(page: Page, { address, sign, menu, press }: Screen): Promise<void> {
  await page.goto(address);
  if (menu !== undefined && press !== undefined) {
    await page.getByRole('button', { name: menu, disabled: false }).click();
    await page.getByRole('menuitem', { name: press }).click();
    await page.getByRole('dialog').waitFor();
  } else if (press !== undefined) {
    const button = page.getByRole('button', { name: press }).first();
    const folded = page.getByRole('button', { name: /^(Views and filters|दृश्य और फ़िल्टर)$/ });
    // On phones, less frequently used controls of a project's header are collapsed behind a button.
    await button.or(folded).first().waitFor();
    if (!(await button.isVisible())) await folded.click();
    await button.click();
    await page.getByRole('dialog').waitFor();
  }
  await page
    .locator(`${sign ?? ':is(h1, h2)'} >> visible=true`)
    .first()
    .waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
