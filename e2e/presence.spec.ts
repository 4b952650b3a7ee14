import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTasks, card } from './support/board.ts';
import { useBrowser } from './support/browser.ts';
import { startProduct, type Product } from './support/product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// People see each other where they work: on a board, in a task, and in the field that one of them is editing.

const { openPerson } = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

const panel = (page: Page) => page.getByRole('complementary', { name: /^Task: / });

test('who looks at a board and a task, and who edits which field, until they leave', async () => {
  const [ada, bob] = [await openPerson(), await openPerson()];
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font']);
  expect(await ada.getByRole('img', { name: /^Here now/ }).count()).toBe(0);

  await bob.goto(board);
  await ada.getByRole('img', { name: 'Here now: Bob Reed' }).waitFor();
  await bob.getByRole('img', { name: 'Here now: Ada Moss' }).waitFor();

  for (const page of [ada, bob]) await card(page, 'To do', 'Choose a font').getByRole('link').click();
  await panel(ada).getByRole('img', { name: 'Looking at this task: Bob Reed' }).waitFor();
  await panel(bob).getByRole('textbox', { name: 'Title' }).focus();
  await panel(ada).getByText('Bob Reed is editing this').waitFor();
  await panel(bob).getByRole('textbox', { name: 'Write a comment' }).focus();
  await panel(ada).getByText('Bob Reed is writing a comment').waitFor();
  await bob.keyboard.press('Escape');
  await panel(ada)
    .getByText(/^Bob Reed is/)
    .waitFor({ state: 'detached' });

  // Bob's other tab is Bob too; with the last of them he is gone.
  const second = await bob.context().newPage();
  await second.goto(board);
  await bob.close();
  await panel(ada)
    .getByRole('img', { name: /Bob Reed/ })
    .waitFor({ state: 'detached' });
  await ada.getByRole('img', { name: 'Here now: Bob Reed' }).waitFor();
  await second.close();
  await ada.getByRole('img', { name: /Bob Reed/ }).waitFor({ state: 'detached', timeout: 15_000 });
}, 120_000);
