import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import type { BrowserPages } from '#e2e/support/browser.ts';
import type { SharedProduct } from '#e2e/support/product.ts';
import { callApi, makeTeam } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';

type OpenPerson = BrowserPages['openPerson'];

const composer = (page: Page) => page.getByRole('textbox', { name: 'Ask or command' });

/** Requests a task, confirms it, checks that a teammate but not another team sees it, and undoes it. */
export async function askConfirmAndUndo(openPerson: OpenPerson, product: SharedProduct): Promise<void> {
  const { ada, bob, board } = await openTwoPeople(openPerson, product);
  await makeTeam(ada, product, 'South');
  await bob.goto(`${product.webOrigin}/dashboard/tasks/mine`);
  await bob.getByRole('heading', { level: 1 }).waitFor();

  await ada.goto(board);
  await ada.getByRole('heading', { name: 'To do' }).waitFor();
  await ada.keyboard.press('/');
  await expect.poll(() => composer(ada).evaluate((field) => field === document.activeElement)).toBe(true);
  await ada.keyboard.type('create task Order chairs for Bob by tomorrow');
  await ada.keyboard.press('Enter');
  const card = ada.getByRole('region', { name: 'Proposed changes' });
  await card.waitFor();
  expect(await card.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Order chairs');
  expect(await card.textContent()).toContain('Bob Reed');
  expect(await bob.getByRole('link', { name: 'Order chairs' }).count()).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await card.getByRole('button', { name: 'Confirm' }).click();
  await bob.getByRole('link', { name: 'Order chairs' }).waitFor();

  await ada.reload();
  const done = ada.getByRole('region', { name: 'Changes', exact: true });
  await done.waitFor();
  await ada.getByText('create task Order chairs for Bob by tomorrow').first().waitFor();
  await done.getByRole('button', { name: 'Undo' }).click();
  await ada.getByText('Undone.').waitFor();
  await expect.poll(() => bob.getByRole('link', { name: 'Order chairs' }).count()).toBe(0);

  await ada.getByRole('button', { name: /^Team:/ }).click();
  await ada.getByRole('menuitem', { name: /South/ }).click();
  await ada.getByRole('heading', { name: 'Needs you' }).waitFor();
  expect(new URL(ada.url()).search).toBe('');
  expect(await ada.locator('body').textContent()).not.toContain('Order chairs');
}

/** Uses the assistant on a phone: the composer is above the tabs, and the page does not scroll horizontally. */
export async function askOnPhone(openPerson: OpenPerson, product: SharedProduct): Promise<void> {
  const { ada, teamId } = await openTwoPeople(openPerson, product, { width: 390, height: 844 });
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title: 'Water the plants' });
  await ada.goto(`${product.webOrigin}/dashboard`);
  const field = composer(ada);
  await field.waitFor();
  const tabs = await ada.getByRole('navigation', { name: 'Main' }).boundingBox();
  const box = await field.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  expect(box?.y).toBeGreaterThan(600);
  await field.fill('unassigned');
  await field.press('Enter');
  await ada.getByRole('article', { name: 'Assistant' }).waitFor();
  const isWide = () =>
    ada.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWide()).toBe(false);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}
