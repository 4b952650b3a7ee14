import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readKeptIndex, teamMenu } from '#e2e/support/frame.ts';
import { chooseItem, readFocus, tabTo } from '#e2e/support/keys.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// The main workflow can be completed by keyboard, with a visible focus at each step.

const { openPerson } = useBrowser();
const product = useProduct();

test('supports the main workflow by keyboard, from signing in to signing out', async () => {
  const page = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const waitForFocus = (name: string) =>
    expect.poll(() => readFocus(page)).toMatchObject({ name, isVisible: true });

  // Sign in.
  await page.goto(`${product.webOrigin}/signin`);
  await page.getByRole('button', { name: 'Login with Google' }).waitFor();
  await tabTo(page, 'Login with Google');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await popup.getByLabel('Email').waitFor();
  await tabTo(popup, 'Name');
  await popup.keyboard.type('Kim Park');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type(addressOf(product, 'kim@example.com'));
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);

  // Create a team.
  await waitForFocus('Team name');
  await page.keyboard.type('South');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  // Create a project.
  await page.getByRole('link', { name: 'Projects' }).first().waitFor();
  await tabTo(page, 'Projects');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  await tabTo(page, 'New project');
  await page.keyboard.press('Enter');
  await waitForFocus('Name');
  await page.keyboard.type('Garden');
  await page.keyboard.press('Enter');

  // Create, move, open and close a task. The focus returns to the task.
  await column(page, 'To do').waitFor();
  await tabTo(page, 'Add task to To do');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Plant the beans');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await waitForFocus('Add task to To do');
  await page.keyboard.press('Shift+Tab');
  await waitForFocus('Plant the beans');
  await page.keyboard.press('m');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await card(page, 'In progress', 'Plant the beans').waitFor();
  await waitForFocus('Plant the beans');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Task: Plant the beans' });
  await panel.waitFor();
  await tabTo(page, 'Close');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await waitForFocus('Plant the beans');

  // Create another team from the team menu, and return to the first.
  await page.reload();
  await column(page, 'To do').waitFor();
  await tabTo(page, 'Team: South');
  await chooseItem(page, 'Create a team');
  await page.waitForURL('**/teams/create');
  await waitForFocus('Team name');
  await page.keyboard.type('West');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'West').waitFor();
  expect(await readKeptIndex(page)).toBe('1');
  await tabTo(page, 'Team: West');
  await chooseItem(page, 'South');
  await teamMenu(page, 'South').waitFor();
  expect(await readKeptIndex(page)).toBe('0');

  // Sign out.
  await page.reload();
  await teamMenu(page, 'South').waitFor();
  await tabTo(page, /^Account menu/);
  await chooseItem(page, 'Sign Out');
  await page.waitForURL(`${product.webOrigin}/`);
});
