import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// In the table view, cells can be reached and changed by keyboard, filled, copied and pasted. Each change can be undone as a whole.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

interface World {
  ada: Page;
  teamId: string;
  projectId: string;
  table: string;
  make: (task: Record<string, unknown>) => Promise<string>;
}

async function openWorld(options: Parameters<typeof openPerson>[0] = {}): Promise<World> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const make = async (task: Record<string, unknown>) => {
    const created = await callApi<{ task: { id: string } }>(ada, product, `POST /teams/${teamId}/tasks`, {
      projectId,
      ...task,
    });
    return created.task.id;
  };
  return { ada, teamId, projectId, table: `${board}?view=table`, make };
}

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Tasks' });
const row = (page: Page, title: string): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
const titles = (page: Page): Promise<string[]> => grid(page).getByRole('link').allTextContents();

/** Locates the cell of a task in a column. */
async function cell(page: Page, title: string, head: string): Promise<Locator> {
  const column = await grid(page)
    .getByRole('columnheader', { name: head, exact: true })
    .getAttribute('data-cell');
  return row(page, title).locator(`[data-cell="${column}"]`);
}

/** Reads the position of the focused cell as the row's title and the column header. */
function readCursor(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const line = focused?.closest('[data-line]');
    const column = focused?.getAttribute('data-cell');
    const head = document.querySelector(`[role="columnheader"][data-cell="${column}"]`)?.textContent;
    const title = line?.querySelector('a')?.textContent ?? (line === null ? 'nowhere' : 'head');
    return `${title}/${head}`;
  });
}

async function pick(page: Page, text: string): Promise<void> {
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
}

const waitForStatus = (page: Page, hasText: string) => page.getByRole('status').filter({ hasText }).waitFor();

test('focuses and changes cells by keyboard and undoes each change', async () => {
  const { ada, table, make } = await openWorld();
  for (const title of ['One', 'Two', 'Three']) await make({ title });
  await ada.goto(table.replace('?view=table', ''));
  await ada.getByRole('region', { name: 'To do' }).getByText('Three').waitFor();
  await ada.keyboard.press('v');
  await ada.keyboard.press('t');
  await row(ada, 'One').waitFor();
  expect(await grid(ada).getAttribute('aria-rowcount')).toBe('4');

  // The table has a single tab stop: initially a header, later the last focused cell.
  await grid(ada).getByRole('columnheader', { name: 'Title' }).focus();
  await ada.keyboard.press('ArrowDown');
  await expect.poll(() => readCursor(ada)).toBe('One/Title');
  // Typing replaces the value.
  await ada.keyboard.type('First');
  await ada.keyboard.press('Tab');
  await row(ada, 'First').waitFor();
  await expect.poll(() => readCursor(ada)).toBe('First/Key');
  await ada.keyboard.press('Tab');
  await ada.keyboard.press('Enter');
  await pick(ada, 'In progress');
  await expect.poll(async () => (await cell(ada, 'First', 'Status')).textContent()).toBe('In progress');
  await expect.poll(() => readCursor(ada)).toBe('First/Status');
  await ada.keyboard.press('ArrowRight');
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('Enter');
  await pick(ada, 'Urgent');
  await expect.poll(() => readCursor(ada)).toBe('Two/Priority');
  await ada.keyboard.press('ArrowRight');
  await ada.keyboard.press('Enter');
  await pick(ada, 'Ada');
  await ada.keyboard.press('Escape');
  await expect.poll(() => readCursor(ada)).toBe('Two/Assignees');
  await (await cell(ada, 'Two', 'Assignees')).getByText('Ada Moss').waitFor();

  // Escape leaves the title unchanged.
  await ada.keyboard.press('Home');
  await ada.keyboard.press('Enter');
  await ada.getByRole('textbox', { name: 'Title' }).fill('Never');
  await ada.keyboard.press('Escape');
  await expect.poll(() => readCursor(ada)).toBe('Two/Title');
  await row(ada, 'Two').waitFor();

  for (let step = 0; step < 4; step += 1) await ada.keyboard.press('Control+z');
  await row(ada, 'One').waitFor();
  await expect.poll(async () => (await cell(ada, 'One', 'Status')).textContent()).toBe('To do');
  await expect.poll(async () => (await cell(ada, 'Two', 'Priority')).textContent()).toBe('No priority');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('edits the recurrence of a task in its cell and a custom rule in a dialog', async () => {
  const { ada, table, make } = await openWorld();
  await make({ title: 'One', dueDate: '2027-03-01' });
  await ada.goto(`${table}&columns=title,reporter,repeat`);
  await row(ada, 'One').waitFor();
  await (await cell(ada, 'One', 'Repeats')).click();
  await ada.keyboard.press('Enter');
  await pick(ada, 'Every day');
  await expect.poll(async () => (await cell(ada, 'One', 'Repeats')).textContent()).toBe('Every day');
  await expect.poll(() => readCursor(ada)).toBe('One/Repeats');
  await ada.keyboard.press('Enter');
  await pick(ada, 'Custom');
  const dialog = ada.getByRole('dialog', { name: 'Repeats' });
  await dialog.getByLabel('Every N').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await cell(ada, 'One', 'Repeats')).textContent()).toBe('Every 3 days');
  await expect.poll(() => readCursor(ada)).toBe('One/Repeats');
  await ada.keyboard.press('Delete');
  await expect.poll(async () => (await cell(ada, 'One', 'Repeats')).textContent()).toBe('');

  await ada.keyboard.press('ArrowLeft');
  await ada.keyboard.press('Enter');
  await pick(ada, 'Nobody');
  await expect.poll(async () => (await cell(ada, 'One', 'Requested by')).textContent()).toBe('');
});

test('fills a range with Ctrl+D or the fill handle, in one request and one undo step', async () => {
  const { ada, table, make } = await openWorld();
  for (let at = 1; at <= 6; at += 1)
    await make({ title: `Task ${at}`, priority: at === 1 ? 'high' : 'none', estimate: at === 1 ? 8 : null });
  await ada.goto(table);
  await row(ada, 'Task 6').waitFor();
  let requests = 0;
  ada.on('request', (request) => {
    if (request.method() === 'PATCH') requests += 1;
  });

  await (await cell(ada, 'Task 1', 'Priority')).click();
  for (let step = 0; step < 3; step += 1) await ada.keyboard.press('Shift+ArrowDown');
  await ada.keyboard.press('Control+d');
  await expect.poll(async () => (await cell(ada, 'Task 4', 'Priority')).textContent()).toBe('High');
  expect(await (await cell(ada, 'Task 5', 'Priority')).textContent()).toBe('No priority');
  await expect.poll(() => requests).toBe(1);
  await ada.keyboard.press('Control+z');
  await expect.poll(async () => (await cell(ada, 'Task 2', 'Priority')).textContent()).toBe('No priority');
  expect(await (await cell(ada, 'Task 1', 'Priority')).textContent()).toBe('High');

  await (await cell(ada, 'Task 1', 'Estimate')).click();
  const corner = await grid(ada).locator('[data-fill]').boundingBox();
  const end = await (await cell(ada, 'Task 5', 'Estimate')).boundingBox();
  if (corner === null || end === null) throw new Error('there is no corner');
  await ada.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await ada.mouse.down();
  await ada.mouse.move(end.x + 20, end.y - 40);
  await ada.mouse.move(end.x + 20, end.y + 10);
  await ada.mouse.up();
  await expect.poll(async () => (await cell(ada, 'Task 5', 'Estimate')).textContent()).toBe('8');
  expect(await (await cell(ada, 'Task 6', 'Estimate')).textContent()).toBe('');
});

test('copies cells as tab-separated values, and pastes valid values in one undo step', async () => {
  const { ada, table, make } = await openWorld({ permissions: ['clipboard-read', 'clipboard-write'] });
  await make({ title: 'One', priority: 'high', dueDate: '2027-03-01' });
  await make({ title: 'Two' });
  await make({ title: 'Three' });
  await ada.goto(table);
  await row(ada, 'Three').waitFor();
  await (await cell(ada, 'One', 'Status')).click();
  await ada.keyboard.press('Shift+ArrowRight');
  await ada.keyboard.press('Control+c');
  await expect.poll(() => ada.evaluate(() => navigator.clipboard.readText())).toBe('To do\tHigh');
  await ada.evaluate(() => navigator.clipboard.writeText('Second\t\tDone\tUrgent\nThird\t\tNowhere\tLow\n'));
  await (await cell(ada, 'Two', 'Title')).focus();
  await ada.keyboard.press('Control+v');
  await row(ada, 'Second').waitFor();
  await row(ada, 'Third').waitFor();
  await expect.poll(async () => (await cell(ada, 'Second', 'Status')).textContent()).toBe('Done');
  await expect.poll(async () => (await cell(ada, 'Third', 'Priority')).textContent()).toBe('Low');
  expect(await (await cell(ada, 'Third', 'Status')).textContent()).toBe('To do');
  await ada.getByText('3 cells did not fit').waitFor();
  await ada.keyboard.press('Control+z');
  await row(ada, 'Two').waitFor();
  await expect.poll(async () => (await cell(ada, 'Two', 'Status')).textContent()).toBe('To do');
});

test('sorts, moves, resizes and hides columns, and stores the columns and sort order in the URL', async () => {
  const { ada, table, teamId, make } = await openWorld();
  const label = async (name: string) => {
    const created = await callApi<{ label: { id: string } }>(ada, product, `POST /teams/${teamId}/labels`, {
      name,
    });
    return created.label.id;
  };
  await make({ title: 'Beet', estimate: 3, labelIds: [await label('winter')] });
  await make({ title: 'Apple', estimate: 1 });
  await make({ title: 'Carrot', estimate: 2, labelIds: [await label('Summer')] });
  await ada.goto(table);
  await row(ada, 'Carrot').waitFor();
  const head = (name: string) => grid(ada).getByRole('columnheader', { name, exact: true });
  await head('Labels').click();
  await expect.poll(() => titles(ada)).toEqual(['Carrot', 'Beet', 'Apple']);
  await head('Title').click();
  await expect.poll(() => titles(ada)).toEqual(['Apple', 'Beet', 'Carrot']);
  expect(await head('Title').getAttribute('aria-sort')).toBe('ascending');
  await head('Estimate').focus();
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Enter');
  await expect.poll(() => titles(ada)).toEqual(['Beet', 'Carrot', 'Apple']);
  expect(await head('Estimate').getAttribute('aria-sort')).toBe('descending');

  await ada.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => readCursor(ada)).toBe('head/Estimate');
  const before = await head('Estimate').boundingBox();
  await ada.keyboard.press('Shift+ArrowRight');
  await expect
    .poll(async () => (await head('Estimate').boundingBox())?.width)
    .toBe((before?.width ?? 0) + 16);
  await ada.keyboard.press('Shift+v');
  await pick(ada, 'Columns');
  await pick(ada, 'Labels');
  await head('Labels').waitFor({ state: 'detached' });
  await ada.keyboard.press('Escape');

  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  await joinTeam(ada, bob, product, teamId, 'member');
  await bob.goto(ada.url());
  await row(bob, 'Carrot').waitFor();
  await expect.poll(() => titles(bob)).toEqual(['Beet', 'Carrot', 'Apple']);
  const heads = await grid(bob).getByRole('columnheader').allTextContents();
  expect(heads).toEqual(await grid(ada).getByRole('columnheader').allTextContents());
  expect(heads.indexOf('Estimate')).toBe(heads.indexOf('Due date') - 1);
  expect(heads).not.toContain('Labels');
});

test('selects rows as in lists and focuses the next row when one is removed', async () => {
  const { ada, table, make } = await openWorld();
  for (let at = 1; at <= 5; at += 1) await make({ title: `Task ${at}` });
  await ada.goto(table);
  await row(ada, 'Task 5').waitFor();
  await (await cell(ada, 'Task 2', 'Due date')).click();
  await ada.keyboard.press('Shift+Space');
  await ada.getByRole('toolbar', { name: 'Selected tasks' }).getByText('1 selected').waitFor();
  expect(await row(ada, 'Task 2').getAttribute('aria-selected')).toBe('true');
  await ada.keyboard.press('Delete');
  await row(ada, 'Task 2').waitFor({ state: 'detached' });
  await expect.poll(() => readCursor(ada)).toBe('Task 3/Due date');
  await waitForStatus(ada, 'Now on Task 3');

  // The focus also moves when a task no longer matches the filter.
  await ada.goto(`${table}&filter=${encodeURIComponent('priority:none')}`);
  await row(ada, 'Task 5').waitFor();
  await (await cell(ada, 'Task 3', 'Priority')).click();
  await ada.keyboard.press('Enter');
  await pick(ada, 'Low');
  await row(ada, 'Task 3').waitFor({ state: 'detached' });
  await expect.poll(() => readCursor(ada)).toBe('Task 4/Priority');
});

test('marks cells as read-only for a view-only user, and announces this on Enter', async () => {
  const { ada, table, teamId, projectId, make } = await openWorld();
  await make({ title: 'One' });
  const gus = await openPerson({ viewport: { width: 1440, height: 900 } });
  const gusId = await signInQuietly(gus, product, { name: 'Gus Hale', email: `gus.${teams}@example.com` });
  await joinTeam(ada, gus, product, teamId, 'guest');
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${gusId}`, {
    level: 'view',
  });
  await gus.goto(table);
  await row(gus, 'One').waitFor();
  await (await cell(gus, 'One', 'Priority')).click();
  await gus.keyboard.press('Enter');
  await waitForStatus(gus, 'You can’t edit this task');
  expect(await (await cell(gus, 'One', 'Priority')).getAttribute('aria-readonly')).toBe('true');
});

test('keeps the title column sticky on a phone, and edits a cell with taps', async () => {
  const { ada, table, make } = await openWorld({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await make({ title: 'One' });
  await ada.goto(table);
  await row(ada, 'One').waitFor();
  const size = await row(ada, 'One').boundingBox();
  expect(size?.height).toBeGreaterThanOrEqual(44);
  const priority = await cell(ada, 'One', 'Priority');
  await priority.scrollIntoViewIfNeeded();
  const title = await row(ada, 'One').getByRole('rowheader').boundingBox();
  expect(title?.x).toBeLessThanOrEqual(1);
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await priority.tap();
  await ada.getByRole('option', { name: 'High' }).tap();
  await expect.poll(() => priority.textContent()).toBe('High');
});

test('renders only the focused row and rows near the viewport', async () => {
  const { ada, table, make } = await openWorld();
  for (let at = 0; at < 300; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_none, one) => make({ title: `Task ${at + one}` })));
  await ada.goto(`${table}&sort=key`);
  await grid(ada).getByRole('link').first().waitFor();
  expect(await grid(ada).getAttribute('aria-rowcount')).toBe('301');
  const [first = ''] = await titles(ada);
  await (await cell(ada, first, 'Status')).click();
  await grid(ada).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await grid(ada).locator('[aria-rowindex="301"]').waitFor();
  expect(await grid(ada).getByRole('row').count()).toBeLessThanOrEqual(100);
  expect(await readCursor(ada)).toBe(`${first}/Status`);
  await ada.keyboard.press('Control+ArrowDown');
  await expect
    .poll(() => ada.evaluate(() => document.activeElement?.parentElement?.getAttribute('aria-rowindex')))
    .toBe('301');
});
