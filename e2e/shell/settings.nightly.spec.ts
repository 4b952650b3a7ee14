import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Settings of the user and the team and their effects on other screens. Accessibility and overflow of all sections are tested in
// accessibility-of-all.nightly.spec.ts and geometry.nightly.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const PHONE = { width: 390, height: 844 };
const product = useProduct();
let count = 0;

interface OpenedUser {
  page: Page;
  person: { name: string; email: string };
  teamId: string;
}

async function openUser(options?: Parameters<typeof openPerson>[0]): Promise<OpenedUser> {
  const page = await openPerson(options);
  count += 1;
  const person = { name: `Person ${count}`, email: addressOf(product, `settings-${count}@example.com`) };
  await signInQuietly(page, product, person);
  return { page, person, teamId: await makeTeam(page, product, `Team ${count}`) };
}

/** Opens a page for the same user on another device. */
async function openElsewhere({ person }: OpenedUser): Promise<Page> {
  const page = await openPerson();
  await signInQuietly(page, product, person);
  return page;
}

async function openSection(page: Page, name: string): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/settings/${name}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

/** Creates an image whose upper and lower halves have different colors. */
async function drawPicture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 300;
    canvas.height = 600;
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = 'teal';
      context.fillRect(0, 0, 300, 300);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

test('shows a new name to both users immediately, and rejects an empty name', async () => {
  const one = await openUser();
  const other = await openUser();
  await joinTeam(one.page, other.page, product, one.teamId, 'member');
  await other.page.goto(`${product.webOrigin}/dashboard`);
  await other.page.getByRole('button', { name: /^Team:/ }).click();
  await other.page.getByRole('menuitem', { name: `Team ${count - 1}` }).click();
  await other.page.getByRole('link', { name: 'Members' }).first().click();
  await other.page.getByText(one.person.name).waitFor();

  await openSection(one.page, 'profile');
  const field = one.page.getByRole('textbox', { name: 'Your name' });
  await field.fill(' ');
  await one.page.getByRole('button', { name: /^Save/ }).click();
  await one.page.getByText('Enter your name.').waitFor();
  await field.fill('Maya Newname');
  await one.page.getByRole('button', { name: /^Save/ }).click();
  await toast(one.page, 'Name changed').waitFor();
  await one.page
    .getByRole('button', { name: /Account menu/ })
    .getByText('Maya Newname')
    .waitFor();
  await other.page.getByText('Maya Newname').waitFor();
  await one.page.reload();
  await one.page
    .getByRole('button', { name: /Account menu/ })
    .getByText('Maya Newname')
    .waitFor();
});

test('lets the user crop and remove a profile image, and syncs the image to another device', async () => {
  const me = await openUser();
  const { page } = me;
  await openSection(page, 'profile');
  await page.locator('input[type=file]').setInputFiles(await drawPicture(page));
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  const view = dialog.getByRole('group');
  await view.locator('img').waitFor();
  const before = await view.locator('img').getAttribute('style');
  await view.press('ArrowDown');
  await expect.poll(() => view.locator('img').getAttribute('style')).not.toBe(before);
  await dialog.getByRole('slider').fill('2');
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await toast(page, 'Picture changed').waitFor();
  const shown = page.getByRole('button', { name: /Account menu/ }).locator('img');
  await expect.poll(() => shown.getAttribute('src')).toContain(`${product.apiOrigin}/images/`);
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(256);
  const elsewhere = await openElsewhere(me);
  await elsewhere.goto(`${product.webOrigin}/dashboard/members`);
  await elsewhere.locator(`main img[src^="${product.apiOrigin}/images/"]`).waitFor();

  await page.getByRole('button', { name: 'Remove: Your picture' }).click();
  await toast(page, 'Picture removed').waitFor();
  await shown.waitFor({ state: 'detached' });
  await elsewhere.locator(`main img[src^="${product.apiOrigin}/images/"]`).waitFor({ state: 'detached' });
});

test('rejects a file that is not an image with a message', async () => {
  const { page } = await openUser();
  await openSection(page, 'profile');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await page.getByText('Couldn’t read this picture. Choose a PNG, JPEG or WebP file.').waitFor();
});

test('applies a new theme immediately, and keeps it across a reload', async () => {
  const { page } = await openUser();
  await openSection(page, 'appearance');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  for (const [label, expected] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['System', 'light'],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    await expect.poll(scheme).toBe(expected);
  }
  await page.getByText('Dark', { exact: true }).click();
  await page.reload();
  await page.getByText('Dark', { exact: true }).waitFor();
  expect(await scheme()).toBe('dark');
});

test('syncs the language and time zone to another device', async () => {
  const me = await openUser();
  const { page } = me;
  await openSection(page, 'language');
  await page.getByRole('button', { name: /^Time zone/ }).click();
  await page.getByRole('combobox').fill('Tokyo');
  await page.getByRole('option', { name: 'Tokyo, Asia' }).click();
  await toast(page, 'Time zone changed').waitFor();
  const hour = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
  await page
    .getByText(hour.format(new Date()).split(':')[0] ?? '')
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('option', { name: 'हिन्दी' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('hi');

  const elsewhere = await openElsewhere(me);
  await elsewhere.goto(`${product.webOrigin}/dashboard/settings/language`);
  await expect.poll(() => elsewhere.evaluate(() => document.documentElement.lang)).toBe('hi');
  await elsewhere.getByRole('button', { name: /Tokyo, Asia/ }).waitFor();
  await elsewhere.getByRole('button', { name: /हिन्दी$/ }).click();
  await elsewhere.getByRole('option', { name: 'English' }).click();
  await expect.poll(() => elsewhere.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.goto(`${product.webOrigin}/dashboard`);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('keeps the daily digest off by default, and syncs its settings to another device', async () => {
  const me = await openUser({ viewport: PHONE });
  const { page } = me;
  await openSection(page, 'notifications');
  const isOn = (on: Page) => on.getByRole('switch', { name: /^Daily digest/ });
  const hour = (on: Page) => on.getByRole('button', { name: /^Digest time/ });
  await expect.poll(() => isOn(page).isEnabled()).toBe(true);
  expect([await isOn(page).isChecked(), await hour(page).isDisabled()]).toEqual([false, true]);
  // Wait for the response because the change is shown before the server has stored it.
  const keeping = async (on: Page, act: () => Promise<void>): Promise<void> => {
    const answer = on.waitForResponse((one) => one.request().method() === 'PATCH');
    await act();
    await answer;
  };
  await keeping(page, () => isOn(page).press('Space'));
  await hour(page).getByText('8:00 am').waitFor();
  await hour(page).press('Enter');
  await page.getByRole('combobox').fill('6:00 pm');
  await keeping(page, () => page.getByRole('combobox').press('Enter'));
  await hour(page).getByText('6:00 pm').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  const elsewhere = await openElsewhere(me);
  await openSection(elsewhere, 'notifications');
  await hour(elsewhere).getByText('6:00 pm').waitFor();
  await keeping(elsewhere, () => isOn(elsewhere).uncheck());
  await page.reload();
  await expect.poll(() => isOn(page).isEnabled()).toBe(true);
  expect(await isOn(page).isChecked()).toBe(false);
});

test('ends a single session and then all sessions', async () => {
  const me = await openUser();
  const elsewhere = await openElsewhere(me);
  await elsewhere.goto(`${product.webOrigin}/dashboard`);
  const { page } = me;
  allowFaults(/status of 401/, /WebSocket connection/);
  await openSection(page, 'sessions');
  await page.getByText('This device', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^End session/ }).click();
  await toast(page, 'Session ended').waitFor();
  await elsewhere.waitForURL('**/signin**');

  await signInQuietly(elsewhere, product, me.person);
  await elsewhere.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(`${product.webOrigin}/`);
  await elsewhere.waitForURL('**/signin**');
});

test('saves the team’s name, image, default role and invite permission', async () => {
  const { page, teamId } = await openUser();
  await openSection(page, 'team');
  await page.getByRole('textbox', { name: 'Team name' }).fill('North Star');
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('button', { name: 'Team: North Star' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(await drawPicture(page));
  await page.getByRole('dialog').getByRole('button', { name: 'Use this picture' }).click();
  await toast(page, 'Team picture changed').waitFor();
  await page.getByRole('button', { name: 'Team: North Star' }).locator('img').waitFor();
  await page.getByRole('button', { name: /^Default role/ }).click();
  await page.getByRole('option', { name: 'Guest' }).click();
  const invite = `POST /teams/${teamId}/invites`;
  await expect
    .poll(async () => {
      const created = await callApi<{ invite: { teamRole: string } }>(page, product, invite, {});
      return created.invite.teamRole;
    })
    .toBe('guest');
  const isSaved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith(`/teams/${teamId}`),
  );
  await page.getByRole('switch', { name: /Members can invite guests/ }).check();
  await isSaved;
  await page.reload();
  await page
    .getByRole('button', { name: /^Default role/ })
    .getByText('Guest')
    .waitFor();
  expect(await page.getByRole('switch', { name: /Members can invite guests/ }).isChecked()).toBe(true);
});

test('prevents the last owner from leaving a team, and lets a user leave, delete and restore teams', async () => {
  const owner = await openUser();
  const member = await openUser();
  const own = `Team ${count}`;
  await joinTeam(owner.page, member.page, product, owner.teamId, 'member');
  const { page } = member;
  // Requests of the deleted team's feed may still be in progress.
  allowFaults(/response code: 40/, /status of 409/);
  await openSection(page, 'team');
  await page.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await page.getByText('Make someone else an owner first').waitFor();

  await page.getByRole('button', { name: /^Team:/ }).click();
  await page.getByRole('menuitem', { name: `Team ${count - 1}` }).click();
  await openSection(page, 'team');
  await page.getByText('Only owners and admins can change the team.').waitFor();
  await page.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('button', { name: `Team: ${own}` }).waitFor();

  await makeTeam(page, product, 'Short Lived');
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('button', { name: /^Team:/ }).click();
  await page.getByRole('menuitem', { name: 'Short Lived' }).click();
  await openSection(page, 'team');
  await page.getByRole('button', { name: 'Delete team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Short');
  expect(await dialog.getByRole('button', { name: 'Delete team' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Short Lived');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await page.getByRole('button', { name: `Team: ${own}` }).waitFor();
  await openSection(page, 'team');
  await page.getByRole('button', { name: 'Restore Short Lived' }).click();
  await toast(page, 'Short Lived restored').waitFor();
  await page.getByRole('button', { name: /^Team:/ }).click();
  await page.getByRole('menuitem', { name: 'Short Lived' }).waitFor();
});

test('exports the user’s data as a file', async () => {
  const { page, person, teamId } = await openUser();
  await callApi(page, product, `POST /teams/${teamId}/tasks`, { title: 'Mine to keep' });
  await openSection(page, 'data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('hearth-my-data.json');
  const whole = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    account: { email: string };
    tasks: { title: string }[];
  };
  expect(whole.account.email).toBe(person.email);
  expect(whole.tasks.map(({ title }) => title)).toEqual(['Mine to keep']);
});

test('schedules the deletion of an account once its team has another owner, and cancels the deletion on request', async () => {
  const me = await openUser();
  const { page } = me;
  const own = `Team ${count}`;
  const other = await openUser();
  await joinTeam(page, other.page, product, me.teamId, 'member');
  allowFaults(/status of 409/, /status of 401/, /WebSocket connection/);
  async function requestDeletion(): Promise<void> {
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(me.person.email);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  }
  await openSection(page, 'data');
  await requestDeletion();
  await page.getByRole('alert').getByText(own).waitFor();
  const path = `PATCH /teams/${me.teamId}/members/`;
  const { members } = await callApi<{ members: { userId: string; name: string }[] }>(
    page,
    product,
    `GET /teams/${me.teamId}/members`,
  );
  const heir = members.find(({ name }) => name === other.person.name)?.userId ?? '';
  await callApi(page, product, path + heir, { teamRole: 'owner' });
  await requestDeletion();
  await page.waitForURL(`${product.webOrigin}/`);

  await signInQuietly(page, product, me.person);
  await page.goto(`${product.webOrigin}/dashboard`);
  const dialog = page.getByRole('dialog', { name: 'Keep your account?' });
  await dialog.waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await openSection(page, 'data');
  // A reopened page shows the dialog again. The dialog handles keys once it has focus.
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Your account is scheduled for deletion').waitFor();
  await page.getByRole('button', { name: 'Keep my account' }).last().click();
  await toast(page, 'Your account won’t be deleted').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  expect(await dialog.count()).toBe(0);
});
