import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Files can be attached to tasks by choosing, dropping and pasting, and can be previewed, downloaded, removed and restored.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let teams = 0;

async function openTask(viewport = { width: 1440, height: 900 }): Promise<{ ada: Page; bob: Page }> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  for (const page of [ada, bob]) {
    await page.goto(board);
    await column(page, 'To do').waitFor();
  }
  await addTasks(ada, 'To do', ['Pack']);
  for (const page of [ada, bob]) {
    await card(page, 'To do', 'Pack').getByRole('link').click();
    await section(page).waitFor();
  }
  return { ada, bob };
}

const section = (page: Page): Locator => page.getByRole('region', { name: 'Attachments' });
const chooser = (page: Page): Locator => page.getByLabel('Files to attach');
const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const file = (page: Page, name: string): Locator => section(page).getByRole('button', { name, exact: true });

async function drawPicture(color: string): Promise<Buffer> {
  return await sharp({ create: { width: 800, height: 500, channels: 3, background: color } })
    .png()
    .toBuffer();
}

/** Drops or pastes a file, as from a file manager or the clipboard. */
async function provideFile(page: Page, how: 'drop' | 'paste', name: string, bytes: Buffer): Promise<void> {
  await panel(page).evaluate(
    (element, { kind, called, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], called, { type: 'image/png' }));
      const usual = { bubbles: true, cancelable: true };
      if (kind === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...usual, clipboardData: data }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { ...usual, dataTransfer: data }));
    },
    { kind: how, called: name, content: [...bytes] },
  );
}

test('attaches chosen, dropped and pasted files, which another user can preview and download', async () => {
  const { ada, bob } = await openTask();
  await chooser(ada).setInputFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: await drawPicture('#c03020') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two <b>shirts</b>\nOne tent') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%\u00e2\n') },
  ]);
  for (const name of ['red.png', 'notes.txt', 'plan.pdf']) await file(bob, name).waitFor();
  await provideFile(ada, 'drop', 'blue.png', await drawPicture('#2040c0'));
  await file(bob, 'blue.png').waitFor();
  await provideFile(ada, 'paste', 'image.png', await drawPicture('#20a060'));
  await section(bob)
    .getByRole('button', { name: /^Pasted image, .+\.png$/ })
    .waitFor();
  await activity(bob).getByText('attached notes.txt').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await file(bob, 'red.png').press('Enter');
  const viewer = bob.getByRole('dialog');
  await expect
    .poll(() =>
      viewer
        .getByRole('img', { name: /^Image/ })
        .evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    )
    .toBe(800);
  await viewer.getByText('1 of 4').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await bob.keyboard.press('ArrowRight');
  await viewer.getByText('Two <b>shirts</b>').waitFor();
  await bob.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  expect(await panel(bob).isVisible()).toBe(true);
  await expect
    .poll(() => file(bob, 'red.png').evaluate((line) => line === document.activeElement))
    .toBe(true);

  const saving = bob.waitForEvent('download');
  await file(bob, 'plan.pdf').click();
  expect((await saving).suggestedFilename()).toBe('plan.pdf');
}, 90_000);

test('renames and removes files and undoes both after a reload', async () => {
  const { ada, bob } = await openTask();
  await chooser(ada).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('A') });
  await file(bob, 'a.txt').waitFor();
  await section(ada).getByRole('button', { name: 'More for “a.txt”' }).click();
  await ada.getByRole('menuitem', { name: 'Rename' }).click();
  await ada.getByRole('textbox', { name: 'Rename “a.txt”' }).fill('b.txt');
  await ada.keyboard.press('Enter');
  await file(bob, 'b.txt').waitFor();
  await activity(bob).getByText('renamed the file a.txt to b.txt').waitFor();
  await file(ada, 'b.txt').press('Delete');
  await file(bob, 'b.txt').waitFor({ state: 'detached' });
  await ada.reload();
  await section(ada).waitFor();
  for (const step of [() => file(bob, 'b.txt').waitFor(), () => file(bob, 'a.txt').waitFor()]) {
    await ada.keyboard.press('Control+z');
    await step();
  }
  // Undoing the upload removes the file.
  await ada.keyboard.press('Control+z');
  await file(bob, 'a.txt').waitFor({ state: 'detached' });
  await ada.keyboard.press('Control+Shift+z');
  await file(bob, 'a.txt').waitFor();
}, 90_000);

test('keeps files chosen offline across a reload and uploads them later', async () => {
  allowFaults(/net::ERR_/, /WebSocket connection/, /Failed to load resource/);
  const { ada, bob } = await openTask({ width: 390, height: 844 });
  await waitForOfflineCopy(ada);
  await ada.context().setOffline(true);
  await chooser(ada).setInputFiles({
    name: 'IMG_2041 of the tent behind the house in the rain.png',
    mimeType: 'image/png',
    buffer: await drawPicture('#805020'),
  });
  await section(ada).getByText('Uploads when you’re back online').waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ada.reload();
  await section(ada).getByText('Uploads when you’re back online').waitFor();
  await ada.context().setOffline(false);
  await section(bob)
    .getByRole('button', { name: /^IMG_2041/ })
    .first()
    .waitFor({ timeout: 30_000 });
  await expect.poll(() => section(ada).getByText('Uploads when').count()).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}, 90_000);

test('rejects empty and oversized files immediately, and does not upload cancelled files', async () => {
  const { ada, bob } = await openTask();
  await chooser(ada).setInputFiles([
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 1) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await ada.getByText('Files must not be empty or larger than 5 MB: large.bin and empty.txt').waitFor();
  allowFaults(/net::ERR_/, /WebSocket connection/);
  await ada.context().setOffline(true);
  await chooser(ada).setInputFiles({ name: 'no.txt', mimeType: 'text/plain', buffer: Buffer.from('No') });
  await section(ada).getByRole('button', { name: 'Cancel the upload of “no.txt”' }).click();
  await ada.context().setOffline(false);
  await chooser(ada).setInputFiles({ name: 'yes.txt', mimeType: 'text/plain', buffer: Buffer.from('Yes') });
  await file(bob, 'yes.txt').waitFor({ timeout: 30_000 });
  expect(await file(bob, 'no.txt').count()).toBe(0);
}, 90_000);

test('shows an attached image as the task cover to both users and undoes its removal', async () => {
  const { ada, bob } = await openTask();
  const line = (page: Page): Locator => card(page, 'To do', 'Pack');
  const cover = (page: Page): Locator => line(page).locator('img[src*="/preview"]');
  await chooser(ada).setInputFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: await drawPicture('#c03020') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two shirts') },
  ]);
  await file(bob, 'red.png').waitFor();
  await section(ada).getByRole('button', { name: 'More for “notes.txt”' }).click();
  await ada.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(await ada.getByRole('menuitem', { name: 'Use as cover' }).count()).toBe(0);
  await ada.keyboard.press('Escape');
  await section(ada).getByRole('button', { name: 'More for “red.png”' }).click();
  await ada.getByRole('menuitem', { name: 'Use as cover' }).click();
  await panel(bob).getByRole('img', { name: 'Cover' }).waitFor();
  await activity(bob).getByText('added a cover').waitFor();
  await expect
    .poll(() => cover(bob).evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
    .toBe(480);
  expect((await cover(bob).boundingBox())?.height).toBe(132);
  expect(await findAccessibilityIssues(bob)).toEqual([]);

  // Bob can hide and show covers on his board.
  await bob.keyboard.press('Escape');
  for (const isShown of [false, true]) {
    await bob.getByRole('button', { name: 'Display' }).click();
    await bob.getByRole('option', { name: 'Show covers' }).click();
    await bob.keyboard.press('Escape');
    await expect.poll(() => cover(bob).count()).toBe(isShown ? 1 : 0);
  }

  await ada.keyboard.press('Control+k');
  const palette = ada.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('Change cover');
  await ada.keyboard.press('Enter');
  await ada.getByRole('option', { name: 'No cover' }).click();
  await expect.poll(() => cover(bob).count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => cover(bob).count()).toBe(1);
  await file(ada, 'red.png').press('Delete');
  await expect.poll(() => cover(bob).count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => cover(bob).count()).toBe(1);
}, 90_000);
