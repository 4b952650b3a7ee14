import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import {
  callApi,
  joinTeam,
  makeProject,
  makeTeam,
  readTitles,
  signInQuietly,
} from '#e2e/support/team-api.ts';

// A whole team can be exported as a file and imported into another user's team.

const { openPerson, allowFaults } = useBrowser();
const PHONE = { width: 390, height: 844 };
const product = useProduct();

async function openOwner(
  name: string,
  viewport?: { width: number; height: number },
): Promise<[Page, string]> {
  const page = await openPerson(viewport === undefined ? undefined : { viewport });
  await signInQuietly(page, product, { name, email: `${name.toLowerCase()}@example.com` });
  return [page, await makeTeam(page, product, `Team of ${name}`)];
}

async function openTransfer(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/settings/transfer`);
  await page.getByRole('heading', { level: 2, name: 'Export and import' }).waitFor();
}

async function saveFile(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export team' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download export from/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hearth-[a-z0-9]+-\d{4}-\d\d-\d\d\.zip$/);
  return await readFile(await download.path());
}

test('exports a team as a file, and imports the file into another team', async () => {
  // The test also tries a file that is not a zip archive. The server rejects it.
  allowFaults(/status of 400/);
  const [ada, adaTeam] = await openOwner('Ada');
  const { projectId } = await makeProject(ada, product, adaTeam, 'Website');
  for (const title of ['Draw', 'Build', 'Ship']) {
    await callApi(ada, product, `POST /teams/${adaTeam}/tasks`, { title, projectId });
  }
  await openTransfer(ada);
  await ada.getByText('You can only import into an empty team', { exact: false }).waitFor();
  expect(await ada.getByRole('button', { name: 'Choose file' }).isDisabled()).toBe(true);
  const buffer = await saveFile(ada);
  await ada.getByText(/1 project, 3 tasks, 0 documents,? and 0 comments/).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  const [bob, bobTeam] = await openOwner('Bob', PHONE);
  const eve = await openPerson();
  await signInQuietly(eve, product, { name: 'Eve', email: 'eve@example.com' });
  await joinTeam(bob, eve, product, bobTeam, 'member');
  await eve.goto(`${product.webOrigin}/dashboard/tasks`);
  await eve.getByRole('heading', { level: 1 }).waitFor();
  await openTransfer(bob);
  expect(await measureSidewaysScroll(bob)).toBeLessThanOrEqual(0);
  const choose = async (file: Buffer): Promise<void> => {
    await bob
      .getByLabel('Team export file')
      .setInputFiles({ name: 'team.zip', mimeType: 'application/zip', buffer: file });
    await bob.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  };
  await choose(Buffer.from('no zip at all'));
  await bob.getByRole('alert').filter({ hasText: 'isn’t a zip file' }).waitFor();
  await choose(buffer);
  await bob.getByText(/^Imported .*3 tasks/).waitFor();
  await bob.getByText('Team of Ada').first().waitFor();
  await bob.getByText('1 person in the file isn’t on this team', { exact: false }).waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  expect(await readTitles(bob, product, bobTeam)).toEqual(['Build', 'Draw', 'Ship']);
  // Another member who has the team open sees the imported data.
  await eve.getByText('Build').first().waitFor();
});

test('shows a member a message instead of the export and import', async () => {
  const [owner, teamId] = await openOwner('Olga');
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Max', email: 'max@example.com' });
  await joinTeam(owner, page, product, teamId, 'member');
  await openTransfer(page);
  await page.getByText('Only owners and admins can export or import the team', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Export team' }).count()).toBe(0);
});
