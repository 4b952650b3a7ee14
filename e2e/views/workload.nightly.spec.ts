import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The workload view compares each member's tasks to their capacity and moves tasks to other members and times.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

// A Monday, at a time far from midnight.
const NOW = new Date('2026-11-16T12:00:00Z');

interface World {
  ada: Page;
  bob: Page;
  bobId: string;
  teamId: string;
  workload: string;
  make: (task: Record<string, unknown>) => Promise<string>;
}

async function openWorld(viewport = { width: 1440, height: 900 }): Promise<World> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  for (const page of [ada, bob]) await page.clock.setFixedTime(NOW);
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const make = async (task: Record<string, unknown>) => {
    const path = `POST /teams/${teamId}/tasks`;
    const created = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...task });
    return created.task.id;
  };
  return { ada, bob, bobId, teamId, workload: `${board}?view=workload`, make };
}

const figure = (page: Page, person: string, time: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${person}, ${time}:`) });
const expectLoad = (page: Page, person: string, time: string, text: string) =>
  expect
    .poll(
      async () => (await figure(page, person, time).locator('.hidden-text').textContent())?.split(': ')[1],
    )
    .toBe(text);
const waitForStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

async function setPoints(page: Page, points: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Points per week', { exact: true }).fill(points);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not on screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('shows an overloaded week to both users, and moves tasks with the pointer, by keyboard and from lists', async () => {
  const { ada, bob, bobId, workload, make } = await openWorld();
  await make({
    title: 'Paint',
    estimate: 8,
    startDate: '2026-11-16',
    dueDate: '2026-11-20',
    assigneeIds: [bobId],
  });
  await make({ title: 'Dig', estimate: 5, dueDate: '2026-11-18', assigneeIds: [bobId] });
  await make({ title: 'Measure', dueDate: '2026-11-19', assigneeIds: [bobId] });
  await make({ title: 'Someday', estimate: 3 });
  await ada.goto(workload);
  await bob.goto(workload);
  await expectLoad(ada, 'Bob Reed', '15 Nov – 21 Nov', '13 points, 1 task without an estimate');
  await expectLoad(ada, 'Nobody', 'No date', '3 points');

  await ada.getByRole('button', { name: 'Points per week', exact: true }).click();
  await setPoints(ada, '10');
  await expectLoad(
    bob,
    'Bob Reed',
    '15 Nov – 21 Nov',
    '13 of 10 points, over capacity, 1 task without an estimate',
  );
  await expectLoad(bob, 'Ada Moss', '15 Nov – 21 Nov', '0 of 10 points');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  const [most] = await ada.getByText('of 10', { exact: true }).all();
  expect((await most?.boundingBox())?.height).toBeGreaterThan(12);

  // Drag a task to another member. Their load increases.
  await figure(ada, 'Bob Reed', '15 Nov – 21 Nov').click();
  const dig = ada.getByRole('listitem').filter({ hasText: 'Dig' });
  const [from, to] = [await middle(dig), await middle(figure(ada, 'Ada Moss', '15 Nov – 21 Nov'))];
  await ada.mouse.move(from.x, from.y);
  await ada.mouse.down();
  await ada.mouse.move(from.x + 8, from.y);
  await ada.mouse.move(to.x, to.y);
  await expectLoad(ada, 'Ada Moss', '15 Nov – 21 Nov', '5 of 10 points');
  await ada.mouse.up();
  await waitForStatus(ada, 'Moved to Ada Moss, 15 Nov – 21 Nov');
  await expectLoad(bob, 'Bob Reed', '15 Nov – 21 Nov', '8 of 10 points, 1 task without an estimate');
  await expectLoad(bob, 'Ada Moss', '15 Nov – 21 Nov', '5 of 10 points');

  // Move the task to the next week by keyboard. It keeps focus.
  await ada.getByRole('link', { name: 'Dig', exact: true }).focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await expectLoad(bob, 'Ada Moss', '22 Nov – 28 Nov', '5 of 10 points');
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe('Dig');
  await ada.keyboard.press('Control+z');
  await expectLoad(bob, 'Ada Moss', '15 Nov – 21 Nov', '5 of 10 points');
  await ada.keyboard.press('Control+z');
  await expectLoad(
    bob,
    'Bob Reed',
    '15 Nov – 21 Nov',
    '13 of 10 points, over capacity, 1 task without an estimate',
  );

  // Without dragging, choose a member and a time from lists that show the resulting load.
  await figure(ada, 'Nobody', 'No date').focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('link', { name: 'Someday', exact: true }).focus();
  await ada.keyboard.press('m');
  await ada.getByRole('option', { name: /^Ada Moss:/ }).click();
  await ada.getByRole('option', { name: '29 Nov – 5 Dec: 3 of 10 points' }).click();
  await expectLoad(bob, 'Ada Moss', '29 Nov – 5 Dec', '3 of 10 points');
}, 120_000);

test('reduces a user’s capacity by their days off, and undoes this', async () => {
  const { ada, bob, bobId, teamId, workload, make } = await openWorld();
  await make({ title: 'Paint', estimate: 8, dueDate: '2026-11-24', assigneeIds: [bobId] });
  await callApi(ada, product, `PATCH /teams/${teamId}/work-time`, { capacity: 10 });
  await ada.goto(workload);
  await bob.goto(workload);
  await expectLoad(bob, 'Bob Reed', '22 Nov – 28 Nov', '8 of 10 points');
  await bob.getByRole('button', { name: 'Working time of Bob Reed' }).click();
  const dialog = bob.getByRole('dialog');
  await dialog.getByLabel('First day off', { exact: true }).fill('2026-11-25');
  await dialog.getByLabel('Last day off', { exact: true }).fill('2026-11-26');
  await dialog.getByLabel('Note, visible to the team').fill('Wedding');
  await dialog.getByRole('button', { name: 'Add days off' }).click();
  await dialog.getByText('Wedding').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectLoad(ada, 'Bob Reed', '22 Nov – 28 Nov', '8 of 6 points, over capacity, away 2 days');

  // Bob may not change Ada's working time.
  await bob.getByRole('button', { name: 'Working time of Ada Moss' }).click();
  await bob.getByText('Set by Ada Moss or any admin.').waitFor();
  await bob.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await bob.keyboard.press('Control+z');
  await expectLoad(ada, 'Bob Reed', '22 Nov – 28 Nov', '8 of 10 points');
}, 120_000);

test('shows one person at a time on a phone, and moves a task to another person', async () => {
  const { ada, bob, bobId, workload, make } = await openWorld({ width: 390, height: 844 });
  await make({ title: 'Paint', estimate: 8, dueDate: '2026-11-24', assigneeIds: [bobId] });
  await ada.goto(workload);
  await bob.goto(workload);
  await expectLoad(ada, 'Ada Moss', '15 Nov – 21 Nov', '0 points');
  await ada.getByRole('button', { name: /^Person:/ }).click();
  await ada.getByRole('option', { name: 'Bob Reed' }).click();
  await figure(ada, 'Bob Reed', '22 Nov – 28 Nov').click();
  await ada.getByRole('link', { name: 'Paint', exact: true }).waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Move Paint…' }).click();
  await ada.getByRole('option', { name: /^Ada Moss:/ }).click();
  await ada.getByRole('option', { name: /^15 Nov – 21 Nov:/ }).click();
  await expectLoad(ada, 'Ada Moss', '15 Nov – 21 Nov', '8 points');
  await expectLoad(bob, 'Bob Reed', '22 Nov – 28 Nov', '0 points');
}, 120_000);
