import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { makeProject } from '#e2e/support/team-api.ts';
import { openTwoPeople, WIDE } from '#e2e/support/two-people.ts';

// Projects can be archived for everyone, stay readable, and can be restored.

const { openPerson } = useBrowser();
const product = useProduct();

async function openTogether(viewport = WIDE) {
  const people = await openTwoPeople(openPerson, product, viewport);
  await makeProject(people.ada, product, people.teamId, 'Shop');
  return people;
}

const projects = (page: Page): Locator => page.getByRole('main').getByRole('list', { name: 'Projects' });
const archived = (page: Page): Locator => page.getByRole('region', { name: /^Archived/ });
const note = (page: Page): Locator => page.getByText(/Read-only while archived/);

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Project menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('archives a project for both users, keeps it readable and searchable, and restores it', async () => {
  const { ada, bob, board } = await openTogether();
  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font']);
  await bob.goto(board);
  await card(bob, 'To do', 'Choose a font').waitFor();

  await ada.keyboard.press('ControlOrMeta+k');
  await ada.keyboard.type('archive project');
  await ada.getByRole('option', { name: /^Archive project/ }).click();
  await ada.getByText(/Ada Moss archived this project on/).waitFor();
  // Bob's board shows that the project is archived and accepts no more changes.
  await bob.getByText(/Ada Moss archived this project on/).waitFor();
  await expect
    .poll(() => bob.getByRole('button', { name: 'New task' }).getAttribute('aria-disabled'))
    .toBe('true');
  await bob.getByRole('button', { name: 'New task' }).click({ force: true });
  await bob
    .getByText(/This project is archived and read-only/)
    .filter({ visible: true })
    .waitFor();
  // Close the tooltip because it covers the button.
  await bob.keyboard.press('Escape');
  // Users without the manage permission cannot restore the project. They see the reason.
  await bob.getByRole('button', { name: 'Unarchive' }).click({ force: true });
  await bob
    .getByText(/Only the project’s creator and managers can archive/)
    .filter({ visible: true })
    .waitFor();
  await card(bob, 'To do', 'Choose a font').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await bob.goto(`${product.webOrigin}/dashboard/tasks`);
  await bob.getByText('No tasks').waitFor();
  await bob.goto(`${product.webOrigin}/dashboard/projects`);
  await projects(bob).getByRole('link', { name: /Shop/ }).waitFor();
  expect(
    await projects(bob)
      .getByRole('link', { name: /Website/ })
      .count(),
  ).toBe(0);
  await archived(bob)
    .getByRole('link', { name: /Website/ })
    .waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await bob.keyboard.press('ControlOrMeta+k');
  await bob.keyboard.type('website');
  await bob.getByRole('option', { name: /Website.*Archived/ }).waitFor();
  await bob.keyboard.press('Escape');

  await ada.goto(`${product.webOrigin}/dashboard/projects`);
  await archived(ada).getByRole('button', { name: 'Unarchive' }).click();
  await projects(ada)
    .getByRole('link', { name: /Website/ })
    .waitFor();
  await projects(bob)
    .getByRole('link', { name: /Website/ })
    .waitFor();
  await archived(bob).waitFor({ state: 'detached' });
});

test('archives and restores a project on a phone', async () => {
  const { ada, board } = await openTogether({ width: 390, height: 844 });
  await ada.goto(board);
  await chooseInMenu(ada, 'Archive project');
  await note(ada).waitFor();
  await ada.goto(`${product.webOrigin}/dashboard/projects`);
  const back = archived(ada).getByRole('button', { name: 'Unarchive' });
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await back.click();
  await projects(ada)
    .getByRole('link', { name: /Website/ })
    .waitFor();
});
