import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// My work lists the user's tasks across projects by day, with blockers and dependents, in a personal order. Tasks can also be snoozed.

const { openPerson } = useBrowser();
const product = useProduct();

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Reads the sections with their tasks, in reading order. */
function readSections(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const sections: Record<string, string[]> = {};
    let name = '';
    const rows = [...document.querySelectorAll<HTMLElement>('[data-line]')].toSorted(
      (a, b) => Number(a.dataset['line']) - Number(b.dataset['line']),
    );
    for (const row of rows) {
      const heading = row.querySelector('h2');
      if (heading !== null) {
        name = heading.firstChild?.nextSibling?.textContent ?? '';
        sections[name] = [];
      } else sections[name]?.push(row.querySelector('[data-task-id]')?.textContent ?? '');
    }
    return sections;
  });
}

test('lists work by day, keeps a custom order and snoozes tasks on all devices', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  const adaId = await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { projectId } = await makeProject(ada, product, teamId, 'Website');
  const other = await makeProject(ada, product, teamId, 'Shop');
  const bob = await openPerson();
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  const make = async (title: string, fields: object): Promise<string> => {
    const { task } = await callApi<{ task: { id: string } }>(ada, product, `POST /teams/${teamId}/tasks`, {
      title,
      projectId,
      assigneeIds: [adaId],
      ...fields,
    });
    return task.id;
  };
  await make('Late', { dueDate: dayFromNow(-3) });
  await make('Next week', { dueDate: dayFromNow(9), projectId: other.projectId });
  await make('In a month', { dueDate: dayFromNow(30) });
  await make('Later still', { dueDate: dayFromNow(40) });
  const some = await make('Some day', {});
  const stuck = await make('Stuck', { dueDate: dayFromNow(5) });
  const bobTask = await make('Theirs', { assigneeIds: [bobId] });
  await make('Given away', { assigneeIds: [bobId], dueDate: dayFromNow(12) });
  await callApi(ada, product, `POST /teams/${teamId}/tasks/${bobTask}/relations`, {
    side: 'blocks',
    otherId: stuck,
  });
  await callApi(ada, product, `POST /teams/${teamId}/tasks/${some}/relations`, {
    side: 'blocks',
    otherId: bobTask,
  });

  await ada.goto(`${product.webOrigin}/dashboard`);
  await link(ada, 'Late').waitFor();
  await ada.keyboard.press('g');
  await ada.keyboard.press('i');
  await ada.waitForURL('**/dashboard/tasks/mine');
  await link(ada, 'Given away').waitFor();
  expect(await readSections(ada)).toEqual({
    Overdue: ['Late'],
    Upcoming: ['Next week', 'In a month', 'Later still'],
    'No date': ['Some day'],
    Blocked: ['Stuck'],
    'Waiting for me': ['Theirs'],
    Delegated: ['Given away'],
  });
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  // Change the personal order by keyboard and by pointer.
  await link(ada, 'Later still').focus();
  await ada.keyboard.press('Alt+ArrowUp');
  await ada.getByText('Moved to place 2 of 3').waitFor();
  await ada.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(async () => (await readSections(ada))['Upcoming'])
    .toEqual(['Later still', 'Next week', 'In a month']);
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe('Later still');
  await link(ada, 'In a month').dragTo(link(ada, 'Next week'), { targetPosition: { x: 20, y: 2 } });
  await expect
    .poll(async () => (await readSections(ada))['Upcoming'])
    .toEqual(['Later still', 'In a month', 'Next week']);
  await ada.keyboard.press('Control+z');
  await expect
    .poll(async () => (await readSections(ada))['Upcoming'])
    .toEqual(['Later still', 'Next week', 'In a month']);

  // A task snoozed with a key is hidden on this page and on the phone, but not for other users.
  const phone = await openPerson({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInQuietly(phone, product, { name: 'Ada Moss', email: 'ada@example.com' });
  await phone.goto(`${product.webOrigin}/dashboard/tasks/mine`);
  await link(phone, 'Later still').waitFor();
  expect((await readSections(phone))['Upcoming']).toEqual(['Later still', 'Next week', 'In a month']);
  await link(ada, 'Late').focus();
  await ada.keyboard.press('h');
  await ada.getByRole('dialog', { name: 'Snooze until' }).waitFor();
  await ada.keyboard.type('tomorrow');
  await ada.keyboard.press('Enter');
  for (const page of [ada, phone]) {
    await expect.poll(async () => (await readSections(page))['Snoozed']).toEqual(['Late']);
    expect((await readSections(page))['Overdue']).toBeUndefined();
  }
  expect(await measureSidewaysScroll(phone)).toBe(0);
  expect(await findAccessibilityIssues(phone)).toEqual([]);
  await ada.getByTitle('Snoozed until tomorrow').waitFor();
  await bob.goto(`${product.webOrigin}/dashboard/tasks`);
  await link(bob, 'Late').waitFor();
  expect(await bob.getByTitle(/Snoozed/).count()).toBe(0);

  // When a blocker is completed elsewhere, the task that waited for it moves to Upcoming.
  const statuses = await callApi<{ statuses: { id: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/statuses`,
  );
  const done = statuses.statuses.find(({ name }) => name === 'Done')?.id;
  await callApi(bob, product, `PATCH /teams/${teamId}/tasks/${bobTask}`, { statusId: done });
  await expect.poll(async () => (await readSections(ada))['Upcoming']).toContain('Stuck');
  expect(await readSections(ada)).not.toHaveProperty('Waiting for me');
});

test('links to unassigned tasks for a user without tasks', async () => {
  const cem = await openPerson();
  await signInQuietly(cem, product, { name: 'Cem Ay', email: 'cem@example.com' });
  const teamId = await makeTeam(cem, product, 'South');
  const { projectId } = await makeProject(cem, product, teamId, 'Garden');
  await callApi(cem, product, `POST /teams/${teamId}/tasks`, { projectId, title: 'Water the beds' });
  await cem.goto(`${product.webOrigin}/dashboard/tasks/mine`);
  await link(cem, 'Find unassigned work').click();
  await link(cem, 'Water the beds').waitFor();
});
