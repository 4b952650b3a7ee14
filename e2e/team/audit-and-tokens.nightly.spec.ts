import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, findOverlaps, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The audit log for owners and admins, and API tokens that act on behalf of a user.

const { openPerson } = useBrowser();
const PHONE = { width: 390, height: 844 };
const PICTURES = process.env['HEARTH_PICTURES'];
const product = useProduct();
let ada: Page;
let bob: Page;
let teamId: string;
let bobId: string;

async function arrive(): Promise<void> {
  ada = await openPerson();
  bob = await openPerson();
  await signInQuietly(ada, product, { name: 'Ada Berg', email: 'ada@example.com' });
  bobId = await signInQuietly(bob, product, { name: 'Bob Ray', email: 'bob@example.com' });
  teamId = await makeTeam(ada, product, 'Studio North');
  await joinTeam(ada, bob, product, teamId, 'member');
}

const open = async (page: Page, section: string) => {
  await page.goto(`${product.webOrigin}/dashboard/settings/${section}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};

/** Checks a screen at its own width and on a phone, and saves screenshots if `HEARTH_PICTURES` is set. */
async function inspect(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const [shape, size] of Object.entries({ wide, phone: PHONE })) {
    await page.setViewportSize(size);
    expect(await measureSidewaysScroll(page), `${name} ${shape}`).toBe(0);
    expect(await findOverlaps(page), `${name} ${shape}`).toEqual([]);
    expect(await findAccessibilityIssues(page), `${name} ${shape}`).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}-${shape}.png` });
  }
  await page.setViewportSize(wide);
}

test('lets an owner, but not a guest, read, verify, filter and export the audit log', async () => {
  await arrive();
  const { projectId } = await makeProject(ada, product, teamId, 'Moon');
  await callApi(ada, product, `PATCH /teams/${teamId}/members/${bobId}`, { teamRole: 'admin' });
  await callApi(ada, product, `DELETE /teams/${teamId}/projects/${projectId}`);
  await callApi(ada, product, `PATCH /teams/${teamId}`, { name: 'Studio South' });
  await callApi(ada, product, `PATCH /teams/${teamId}`, { membersMayInvite: true });
  await open(ada, 'audit');
  const log = ada.getByRole('list', { name: 'Audit log' });
  await log.getByText('Ada Berg changed Bob Ray’s role from Member to Admin').waitFor();
  await log.getByText('Ada Berg moved the project “Moon” to the trash').waitFor();
  await log.getByText('Ada Berg renamed the team from “Studio North” to “Studio South”').waitFor();
  await log.getByText('Ada Berg changed team settings: Members can invite guests').waitFor();
  await ada.getByRole('button', { name: 'Verify integrity' }).click();
  await ada.getByText(/^Verified: \d+ entries, unaltered$/).waitFor();
  await inspect(ada, 'audit');

  await ada.getByRole('button', { name: /^About/ }).click();
  await ada.getByRole('option', { name: 'Projects' }).click();
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1);
  const saved = ada.waitForEvent('download');
  await ada.getByRole('button', { name: 'Export' }).click();
  await ada.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain('project.trashed');

  await callApi(ada, product, `PATCH /teams/${teamId}/members/${bobId}`, { teamRole: 'guest' });
  await open(bob, 'audit');
  await bob.getByText('Only owners and admins can read the audit log.').waitFor();
  expect(await bob.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

test('shows a new token once, and accepts the token until it is revoked', async () => {
  await arrive();
  await open(ada, 'tokens');
  await ada.getByText('No API tokens').waitFor();
  await inspect(ada, 'tokens-empty');
  await ada.getByRole('button', { name: 'New token' }).click();
  const dialog = ada.getByRole('dialog', { name: 'New API token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Enter a token name.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await dialog.getByRole('checkbox', { name: 'Read projects' }).check();
  if (PICTURES !== undefined) await ada.screenshot({ path: `${PICTURES}/token-dialog.png` });
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = ada.getByRole('dialog', { name: 'Copy your token now' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^hth_[\w-]{43}$/);
  if (PICTURES !== undefined) await ada.screenshot({ path: `${PICTURES}/token-secret.png` });
  await shown.getByRole('button', { name: 'Done' }).click();
  await ada.getByText('Nightly report').waitFor();
  expect(await ada.content()).not.toContain(secret);

  const requestStatus = async () =>
    (
      await fetch(`${product.apiOrigin}/teams/${teamId}/projects`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status;
  expect(await requestStatus()).toBe(200);
  await ada.reload();
  await ada.getByText('Last used').waitFor();
  await inspect(ada, 'tokens');
  await ada.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await ada.getByText('No API tokens').waitFor();
  expect(await requestStatus()).toBe(401);
});
