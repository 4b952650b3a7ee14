import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Views can be saved, shared, locked and kept private. The URL contains the view and any unsaved changes.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

interface World {
  ada: Page;
  bob: Page;
  bobId: string;
  teamId: string;
  projectId: string;
  board: string;
}

async function openWorld(
  options: Parameters<typeof openPerson>[0] = {},
  role: 'member' | 'guest' = 'member',
): Promise<World> {
  const viewport = { width: 1440, height: 900 };
  const [ada, bob] = [await openPerson({ viewport, ...options }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, role);
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  for (const [title, priority] of [
    ['Burning', 'urgent'],
    ['Waiting', 'low'],
  ])
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title, priority });
  return { ada, bob, bobId, teamId, projectId, board };
}

const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** Chooses an item of the saved views menu by typing its text. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.press('v');
  await page.keyboard.press('s');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
}

async function save(page: Page, name: string, isPrivate = false): Promise<void> {
  await choose(page, 'Save as new view');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (isPrivate) await dialog.getByRole('switch', { name: 'Only for you' }).check();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await button(page, new RegExp(name)).waitFor();
}

test('saves, shares, updates and deletes a view by keyboard', async () => {
  const { ada, bob, board } = await openWorld();
  await ada.goto(`${board}?view=table&filter=${encodeURIComponent('priority:urgent')}`);
  await link(ada, 'Burning').waitFor();
  await save(ada, 'Fires');
  expect(new URL(ada.url()).search).toMatch(/^\?view=[0-9a-f-]{36}$/);
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await bob.goto(ada.url());
  await link(bob, 'Burning').waitFor();
  await bob.getByRole('grid', { name: 'Tasks' }).getByRole('columnheader').first().waitFor();
  expect(await link(bob, 'Waiting').count()).toBe(0);
  // Bob's changes to the view are only in his URL until he saves them for everyone.
  await bob.keyboard.press('Shift+f');
  await link(bob, 'Waiting').waitFor();
  await button(bob, /Fires.*Changed/).waitFor();
  expect(new URL(bob.url()).searchParams.get('filter')).toBe('');
  await choose(bob, 'Reset to saved');
  await link(bob, 'Waiting').waitFor({ state: 'detached' });
  await bob.keyboard.press('Shift+f');
  await link(bob, 'Waiting').waitFor();
  await choose(bob, 'Save changes');
  await link(ada, 'Waiting').waitFor();

  await ada.bringToFront();
  await choose(ada, 'Rename');
  await ada.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('All of it');
  await ada.keyboard.press('Enter');
  await button(bob, /All of it/).waitFor();
  await choose(ada, 'Delete');
  await ada.getByText('All of it deleted').waitFor();
  await button(ada, /^Views$/).waitFor();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await choose(bob, 'All of it');
  await button(bob, /All of it/).waitFor();
}, 120_000);

test('lets only the creator change a locked view and hides private views from others', async () => {
  const { ada, bob, bobId, teamId, board } = await openWorld();
  expect([bobId, teamId].every((id) => id !== '')).toBe(true);
  await ada.goto(`${board}?view=list`);
  await link(ada, 'Waiting').waitFor();
  await save(ada, 'Plan');
  await choose(ada, 'Lock Plan');
  await bob.goto(ada.url());
  await link(bob, 'Waiting').waitFor();
  await bob.keyboard.press('v');
  await bob.keyboard.press('s');
  await bob.getByRole('option', { name: 'Plan Locked' }).waitFor();
  expect(await bob.getByRole('option', { name: /Rename|Delete|Unlock/ }).count()).toBe(0);
  await bob.keyboard.press('Escape');
  await choose(ada, 'Exit view');
  await save(ada, 'My own', true);
  await bob.goto(ada.url());
  // The link of a private view shows other users the default view of the screen.
  await link(bob, 'Waiting').waitFor();
  await button(bob, /^Views$/).waitFor();
  await choose(ada, 'Share My own');
  await button(bob, /My own/).waitFor();
}, 120_000);

test('shows a guest the views of their projects and lets them save private ones', async () => {
  const { ada, bob, bobId, teamId, projectId, board } = await openWorld({}, 'guest');
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${bobId}`, {
    level: 'view',
  });
  await ada.goto(board);
  await link(ada, 'Waiting').waitFor();
  await save(ada, 'For all');
  await bob.goto(ada.url());
  await link(bob, 'Waiting').waitFor();
  await button(bob, /For all/).click();
  await bob.getByRole('option', { name: 'For all', exact: true }).waitFor();
  expect(await bob.getByRole('option', { name: /Rename|Lock|Delete|Share/ }).count()).toBe(0);
  await bob.getByRole('option', { name: 'Save as new view' }).click();
  const dialog = bob.getByRole('dialog', { name: 'Save this view' });
  expect(await dialog.getByRole('switch', { name: 'Only for you' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('As I like it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await button(bob, /As I like it/).waitFor();
  await expect
    .poll(async () => {
      const { views } = await callApi<{ views: { name: string; isPrivate: boolean }[] }>(
        bob,
        product,
        `GET /teams/${teamId}/views`,
      );
      return views.map(({ name, isPrivate }) => `${name} ${isPrivate}`);
    })
    .toEqual(['For all false', 'As I like it true']);
}, 120_000);
