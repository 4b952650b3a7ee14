import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// How much a column should hold: set by whoever may change the project, shown to everybody, and a warning to whoever goes past it.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openTogether(viewport = { width: 1440, height: 900 }) {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'guest');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${bobId}`, {
    level: 'comment',
  });
  return { ada, bob, board };
}

const limit = (page: Page, status: string): Locator =>
  column(page, status).getByRole('button', { name: `Limit of ${status}` });
const head = (page: Page, status: string): Locator => column(page, status).locator('header');
const told = (page: Page, words: RegExp): Locator => page.getByRole('status').getByText(words);

async function setLimit(page: Page, status: string, words: string): Promise<void> {
  // Its editor is lazy-loaded on intent, on a board that is there.
  await head(page, status).waitFor();
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await limit(page, status).click();
  await page.getByRole('option', { name: words, exact: true }).click();
}

test('set, seen by others, gone past with a warning, undone, and typed by keys alone', async () => {
  const { ada, bob, board } = await openTogether();
  await ada.goto(board);
  await bob.goto(board);
  await addTasks(ada, 'In progress', ['One', 'Two']);
  await setLimit(ada, 'In progress', 'At most 2 tasks');
  await head(bob, 'In progress').getByText('2 tasks, the limit is 2').waitFor();
  await addTasks(ada, 'To do', ['Three']);

  // By keys, past the limit: nothing is refused, and it is said.
  await card(ada, 'To do', 'Three').getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await card(ada, 'In progress', 'Three').waitFor();
  await told(ada, /^In progress now has 3 tasks: over its limit of 2\.$/).waitFor();
  await head(bob, 'In progress').getByText('3 tasks, over the limit of 2').waitFor();
  expect(await told(bob, /over its limit/).count()).toBe(0);
  expect(await findBarriers(ada)).toEqual([]);

  // A filter leaves out cards; the limit is about all of them.
  await ada.goto(`${board}?filter=title:Three`);
  await head(ada, 'In progress').getByText('3 tasks, over the limit of 2').waitFor();
  await head(ada, 'In progress').getByText('1 task', { exact: true }).waitFor();
  await ada.goto(`${board}?view=list`);
  await ada.getByRole('heading', { name: /In progress.*over the limit of 2/ }).waitFor();

  // Who may only comment is told why.
  await bob.mouse.move(300, 300);
  await bob.mouse.move(320, 320);
  await limit(bob, 'In progress').click({ force: true });
  await bob.getByText('You need edit access to change this project.').waitFor();

  await ada.goto(board);
  await setLimit(ada, 'In progress', 'No limit');
  await expect.poll(() => head(bob, 'In progress').getByText('the limit').count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await head(bob, 'In progress').getByText('3 tasks, over the limit of 2').waitFor();

  // Typed, by keys alone.
  await limit(ada, 'To do').focus();
  await ada.keyboard.press('Enter');
  const field = ada.getByRole('combobox', { name: 'Find in Limit of To do' });
  await field.fill('000');
  await ada.getByText('Nothing found').waitFor();
  await field.fill('37');
  await ada.getByRole('option', { name: 'At most 37 tasks' }).waitFor();
  await ada.keyboard.press('Enter');
  await head(bob, 'To do').getByText('the limit is 37').waitFor();
}, 120_000);
