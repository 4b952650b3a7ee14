import type { SyncPage } from '@hearth/contracts/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTasks, card, column, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { recordCalls, replayCalls, translateBy } from '#e2e/support/replay.ts';
import { callApi, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Whatever a person does on screen is a call that stands in the OpenAPI document. Sent again into an empty team elsewhere the
// calls make the same work; sent once more they change nothing.

const { openPerson } = useBrowser();
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
let first: Product;
let second: Product;

beforeAll(async () => {
  first = await startProduct({ RATE_LIMITS: 'off' });
  second = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await first?.remove();
  await second?.remove();
});

type Row = Record<string, unknown>;

async function openTeam(page: Page, product: Product): Promise<{ teamId: string; userId: string }> {
  const userId = await signInQuietly(page, product, ADA);
  const teamId = await makeTeam(page, product, 'North');
  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  return { teamId, userId };
}

async function readState(
  page: Page,
  product: Product,
  teamId: string,
): Promise<{ rows: Row[]; seq: number }> {
  const answer = await callApi<SyncPage>(page, product, `GET /teams/${teamId}/sync?limit=5000`);
  expect(answer.nextCursor).toBeNull();
  return {
    rows: answer.changes.map(({ entity, id, data }): Row => ({ entity, id, data })),
    seq: answer.seq,
  };
}

/** What begins with the team has ids of its own in each: told apart by its names. */
function pairIds(from: readonly Row[], to: readonly Row[]): [string, string][] {
  const nameOf = ({ entity, data }: Row) => `${String(entity)}/${String((data as Row)['name'])}`;
  const begun = new Map(to.map((row) => [nameOf(row), String(row['id'])]));
  return from.flatMap((row): [string, string][] => {
    const id = begun.get(nameOf(row));
    return id === undefined ? [] : [[String(row['id']), id]];
  });
}

/**
 * Without moments, which are others there, and where the statuses and types stand that a team begins with: that is drawn
 * anew for each.
 */
function comparable(rows: readonly Row[], translate = (text: string) => text): unknown[] {
  const plain = rows.map((row) =>
    row['entity'] === 'status' || row['entity'] === 'taskType'
      ? { ...row, data: { ...(row['data'] as Row), position: 'somewhere' } }
      : row,
  );
  const text = JSON.stringify(plain, (_key, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? 'then' : value,
  );
  const read = JSON.parse(translate(text)) as Row[];
  const keyOf = ({ entity, id }: Row) => `${String(entity)}/${String(id)}`;
  return read.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

async function openTask(page: Page, title: string): Promise<void> {
  await column(page, 'To do').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
}

/** Acts of many kinds, each as a person does it. */
async function work(page: Page): Promise<void> {
  await page.goto(`${first.webOrigin}/dashboard/projects`);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Website');
  await page.getByRole('button', { name: 'Create project' }).click();
  await column(page, 'To do').waitFor();
  await addTasks(page, 'To do', ['Launch', 'Write !high +copy ~3', 'Print', 'Spare']);
  await card(page, 'To do', 'Write').getByText('copy').waitFor();

  await openTask(page, 'Launch');
  await page.keyboard.press('Shift+C');
  await page.keyboard.type('Buy a domain');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Add a sub-task…' }).blur();
  await page.getByRole('textbox', { name: 'Add checklist item…' }).fill('Tell everybody');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Done: Tell everybody' }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('When?');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('textbox', { name: 'Write a comment' }).blur();
  await page.keyboard.press('b');
  await page.getByRole('combobox', { name: 'Find a task' }).fill('Write');
  await page.getByRole('option', { name: 'Write' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Relations' }).getByRole('link', { name: 'Write' }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Launch the site');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  await column(page, 'To do').getByRole('link', { name: 'Print', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await card(page, 'In progress', 'Print').waitFor();
  await column(page, 'To do').getByRole('link', { name: 'Spare', exact: true }).focus();
  await page.keyboard.press('Delete');
  await card(page, 'To do', 'Spare').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await card(page, 'To do', 'Spare').waitFor();
  await page.keyboard.press('Control+d');
  await selectAll(page);
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('option', { name: 'Ada Moss' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('img', { name: 'Ada Moss' }).count()).toBeGreaterThan(2);
}

test('calls of the screen are all documented, make the same work elsewhere, and only once', async () => {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  const here = await openTeam(page, first);
  const begun = await readState(page, first, here.teamId);
  const calls = recordCalls(page, first);
  await work(page);
  // All of it has arrived.
  let made = await readState(page, first, here.teamId);
  await expect
    .poll(
      async () => {
        const before = made.seq;
        made = await readState(page, first, here.teamId);
        return made.seq === before && JSON.stringify(made.rows).includes('Launch the site');
      },
      { interval: 1000 },
    )
    .toBe(true);
  const changes = calls.filter(({ path }) => path.startsWith(`/teams/${here.teamId}/`));
  expect(changes.length).toBeGreaterThanOrEqual(15);
  expect(changes.filter(({ key }) => key === undefined)).toEqual([]);

  const { paths } = await callApi<{ paths: Record<string, object> }>(page, first, 'GET /openapi.json');
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    ),
  );
  const unknown = changes.filter(
    ({ method, path }) => !documented.some((pattern) => pattern.test(`${method} ${path}`)),
  );
  expect(unknown).toEqual([]);

  const other = await openPerson();
  const there = await openTeam(other, second);
  const empty = await readState(other, second, there.teamId);
  const pairs = new Map([
    [here.teamId, there.teamId],
    [here.userId, there.userId],
    ...pairIds(begun.rows, empty.rows),
  ]);
  const translate = translateBy(pairs);
  const statuses = await replayCalls(other, second, changes, translate);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  const again = await readState(other, second, there.teamId);
  expect(comparable(again.rows)).toEqual(comparable(made.rows, translate));
  expect(again.rows.length).toBeGreaterThan(empty.rows.length + 8);

  expect(await replayCalls(other, second, changes, translate)).toEqual(statuses);
  expect((await readState(other, second, there.teamId)).seq).toBe(again.seq);
});
