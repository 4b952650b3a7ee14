import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Flow analytics: findings and charts. Their numbers link to the underlying tasks and can be exported. The free plan shows one figure.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

const DONE = ['Choose a font', 'Draft the page', 'Ask for quotes'];

/** Opens a team with three finished tasks and one task in progress. */
async function openTeam(name: string, plan: 'free' | 'pro'): Promise<{ page: Page; board: string }> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(page, product, { name: 'Ada Moss', email: `ada.${name}@example.com` });
  const teamId = await makeTeam(page, product, 'North');
  const request = <T>(call: string, body?: unknown) => callApi<T>(page, product, call, body);
  await request(`POST /dev/teams/${teamId}/plan`, { plan });
  const { projectId, board } = await makeProject(page, product, teamId, 'Website');
  const { statuses } = await request<{ statuses: { id: string; category: string }[] }>(
    `GET /teams/${teamId}/statuses`,
  );
  const idOf = (category: string) => statuses.find((status) => status.category === category)?.id;
  for (const title of [...DONE, 'Plan the move']) {
    const { task } = await request<{ task: { id: string } }>(`POST /teams/${teamId}/tasks`, {
      title,
      projectId,
    });
    const path = `PATCH /teams/${teamId}/tasks/${task.id}`;
    await request(path, {
      statusId: idOf('started'),
      priority: title === 'Draft the page' ? 'urgent' : 'none',
    });
    if (DONE.includes(title)) await request(path, { statusId: idOf('completed') });
  }
  return { page, board };
}

test('links findings to charts and numbers to tasks, exports and filters a chart, and saves the weekly report', async () => {
  // The server rejects forecasts without enough history, and the screen shows the reason.
  allowFaults(/status of 422 .*\/analytics\/forecast/);
  const { page, board } = await openTeam('flow', 'pro');
  await page.goto(`${product.webOrigin}/dashboard/analytics`);
  await page.getByRole('link', { name: '3 tasks were finished.' }).click();
  const throughput = page.getByRole('region', { name: 'Throughput' });
  await throughput.getByRole('img', { name: /3 finished, 4 created in all/ }).waitFor();

  await throughput.getByRole('button', { name: 'Throughput: show as a table' }).click();
  await throughput.getByRole('row').last().getByRole('button', { name: '3', exact: true }).click();
  const drilldown = page.getByRole('complementary', { name: /^Finished, / });
  for (const title of DONE) await drilldown.getByRole('link', { name: title }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await drilldown.getByRole('link', { name: 'Draft the page' }).click();
  await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
  await page.keyboard.press('Escape');
  await drilldown.waitFor();
  await page.keyboard.press('Escape');
  await drilldown.waitFor({ state: 'detached' });

  await throughput.getByRole('button', { name: 'Throughput: show the chart' }).click();
  const save = async (name: string): Promise<string> => {
    await throughput.getByRole('button', { name: 'Throughput: more' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    return (await coming).suggestedFilename();
  };
  expect(await save('Download CSV')).toBe('hearth-throughput.csv');
  expect(await save('Download PNG')).toBe('hearth-throughput.png');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await page.keyboard.press('Escape');
  await throughput.getByRole('img', { name: /1 finished, 1 created in all/ }).waitFor();
  await throughput.getByRole('button', { name: 'Throughput: show as a table' }).click();
  await throughput.getByRole('row').last().getByRole('button', { name: '1', exact: true }).first().click();
  await drilldown.getByRole('link', { name: 'Draft the page' }).waitFor();
  expect(await drilldown.getByRole('listitem').count()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the filter by Priority' }).click();
  await throughput.getByRole('button', { name: '3', exact: true }).last().waitFor();

  await page
    .getByRole('region', { name: 'In danger today' })
    .getByRole('img', { name: /^Bar chart/ })
    .waitFor();
  await page.getByRole('region', { name: 'Forecast' }).getByText('Not enough history yet').waitFor();

  await page.getByRole('button', { name: 'Weekly report' }).click();
  await page.getByRole('button', { name: 'Email weekly' }).click();
  const mail = page.getByRole('dialog', { name: 'Email weekly' });
  await mail.getByRole('switch', { name: /^Keep as documents/ }).click();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await mail.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Schedule saved').waitFor();
  await page.getByRole('button', { name: 'Save as document' }).click();
  await page
    .getByRole('textbox', { name: /^Weekly report, / })
    .getByRole('cell', { name: 'Finished' })
    .waitFor();

  await page.goto(`${board}/overview`);
  const burn = page.getByRole('region', { name: 'Burndown' });
  await burn
    .getByText(/Not enough history yet for a forecast|Two days with tasks are needed/)
    .first()
    .waitFor();
}, 120_000);

test('shows a single team metric on the free plan, with a link to the Pro plan', async () => {
  const { page } = await openTeam('trial', 'free');
  await page.goto(`${product.webOrigin}/dashboard/analytics`);
  await page.getByRole('img', { name: 'Bar chart of the last 30 days: 3 finished.' }).waitFor();
  expect(await page.getByRole('link', { name: 'Analytics', exact: true }).count()).toBe(0);
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('link', { name: 'See what’s in Pro' }).click();
  await page.waitForURL('**/dashboard/upgrade');
}, 60_000);
