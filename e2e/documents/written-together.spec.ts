import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawPng } from '#api/testing/attach.ts';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { idOf, openDocuments, paper, saved, tree, writeNew } from '#e2e/support/document-page.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Two users can edit a document concurrently without losing text, even in the same block, offline and across reloads.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

test('syncs text, a checkbox and a cover between two users, and keeps the text across a reload', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  await openDocuments(ada, product);
  await openDocuments(bob, product);
  await writeNew(ada, 'Launch plan');
  await tree(bob).getByRole('link', { name: 'Launch plan' }).click();
  await paper(bob, 'Launch plan').waitFor();

  await ada.keyboard.type('## Goals');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('Ship in **May**.');
  await paper(bob, 'Launch plan').getByRole('heading', { name: 'Goals' }).waitFor();
  await bob.getByRole('group', { name: 'Also here: Ada Moss' }).waitFor();
  await paper(bob, 'Launch plan').getByText('Ship in May.').click();
  await bob.keyboard.press('End');
  await bob.keyboard.press('Enter');
  await bob.keyboard.type('/to-do');
  await bob.getByRole('option', { name: 'To-do list' }).waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await bob.keyboard.press('Enter');
  // Both type concurrently at different positions.
  await Promise.all([
    ada.keyboard.type(' And tell the press.'),
    bob.keyboard.type('Ask @ada').then(async () => {
      await bob.getByRole('option', { name: 'Ada Moss' }).waitFor();
      await bob.keyboard.press('Enter');
    }),
  ]);
  for (const page of [ada, bob]) {
    await paper(page, 'Launch plan').getByText('Ship in May. And tell the press.').waitFor();
    await paper(page, 'Launch plan').getByText('@Ada Moss').waitFor();
    await saved(page).waitFor();
  }
  await paper(bob, 'Launch plan').getByRole('checkbox').click();
  await paper(ada, 'Launch plan').getByRole('checkbox', { checked: true }).waitFor();
  await saved(bob).waitFor();

  await bob.reload();
  await paper(bob, 'Launch plan').getByText('Ship in May. And tell the press.').waitFor();
  await ada.getByRole('button', { name: 'Add cover' }).click();
  const picture = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(await drawPng()) };
  await ada.getByLabel('Choose a picture').setInputFiles(picture);
  const cover = bob.locator('main img[src*="/preview"]');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const answer = await ada
    .context()
    .request.fetch(`${product.apiOrigin}/teams/${teamId}/documents/${idOf(ada)}/markdown`);
  const markdown = await answer.text();
  expect(markdown.trim().split('\n').filter(Boolean)).toEqual([
    '## Goals',
    'Ship in **May**. And tell the press.',
    expect.stringMatching(/^- \[x\] Ask .*Ada Moss/),
  ]);
});

const BLOCKS_MARKDOWN = `## Opening hours

Rye loaf

**Plum cake**

- Oat bread

> Corn rolls

مخبز الحي

| Flour | Salt |
| --- | --- |
| Spelt | Coarse |

\`\`\`sql
select
\`\`\`
`;

/** Text of each block of `BLOCKS_MARKDOWN` that both users edit, one block after the other. */
const BLOCK_TEXTS = [
  'Opening hours',
  'Rye loaf',
  'Plum cake',
  'Oat bread',
  'Corn rolls',
  'مخبز الحي',
  'Spelt',
  'select',
];

const TEXT_BLOCKS = 'h1, h2, h3, h4, p, code';

test('keeps the order of text typed concurrently in one block, and the position of an idle caret', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  await callApi(ada, product, `POST /teams/${teamId}/documents`, {
    title: 'Bakery',
    markdown: BLOCKS_MARKDOWN,
  });
  for (const page of [ada, bob]) {
    await openDocuments(page, product);
    await tree(page).getByRole('link', { name: 'Bakery' }).click();
    await paper(page, 'Bakery').getByText('Rye loaf').waitFor();
  }
  const written: string[] = [];
  for (const text of BLOCK_TEXTS) {
    const isArabic = text === 'مخبز الحي';
    const start = isArabic ? 'نكتب ' : 'We add ';
    const end = isArabic ? ' ثم ننهي' : ' and end';
    await placeCaret(ada, text, 'start');
    await placeCaret(bob, text, 'end');
    await Promise.all([ada.keyboard.type(start, { delay: 60 }), bob.keyboard.type(end, { delay: 75 })]);
    // Bob's caret is idle while Ada continues typing before it.
    await expect.poll(() => readBlocks(bob)).toContain(`${start}${text}${end}`);
    await ada.keyboard.type('1234', { delay: 20 });
    await expect.poll(() => readBlocks(bob)).toContain(`${start}1234${text}${end}`);
    await bob.keyboard.type('!');
    written.push(`${start}1234${text}${end}!`);
  }
  for (const page of [ada, bob])
    await expect.poll(() => readBlocks(page)).toEqual(expect.arrayContaining(written));
});

/** Reads the text of each block on a page, without the name labels of remote carets. */
async function readBlocks(page: Page): Promise<string[]> {
  return await paper(page, 'Bakery').evaluate((root, blocks) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('[data-caret]')) caret.remove();
    return [...copy.querySelectorAll(blocks)].map((block) =>
      (block.textContent ?? '').replaceAll('\u2060', ''),
    );
  }, TEXT_BLOCKS);
}

/** Places the caret at the start or end of the block with this text. */
async function placeCaret(page: Page, text: string, edge: 'start' | 'end'): Promise<void> {
  const index = (await readBlocks(page)).indexOf(text);
  await paper(page, 'Bakery').focus();
  await paper(page, 'Bakery')
    .locator(TEXT_BLOCKS)
    .nth(index)
    .evaluate((block, at) => {
      const range = document.createRange();
      range.selectNodeContents(block);
      range.collapse(at === 'start');
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    }, edge);
}

test('keeps documents written offline across reloads, and syncs the documents on reconnection', async () => {
  const { ada, bob } = await openTwoPeople(openPerson, product);
  allowFaults(/net::ERR_/, /WebSocket connection/);
  await openDocuments(ada, product);
  await openDocuments(bob, product);
  await writeNew(ada, 'Minutes');
  await ada.keyboard.type('Before. ');
  await saved(ada).waitFor();
  await waitForOfflineCopy(ada);
  await ada.context().setOffline(true);
  await ada.keyboard.type('In the train.');
  await ada.getByText('Not synced yet', { exact: true }).waitFor();
  ada.on('dialog', (dialog) => void dialog.accept());
  await ada.reload();
  await paper(ada, 'Minutes').getByText('Before. In the train.').waitFor();
  await ada.getByText('Not synced yet', { exact: true }).waitFor();

  // Reload without reopening the document.
  await ada.getByRole('link', { name: 'Documents' }).first().click();
  await ada.reload();
  // Also write a new document that the server does not have yet.
  await writeNew(ada, 'Packing list');
  await ada.keyboard.type('Tickets');
  await ada.getByRole('link', { name: 'Documents' }).first().click();
  await ada.getByText('Not synced yet: Minutes and Packing list. Syncs when you’re online.').waitFor();
  for (const name of ['Minutes', 'Packing list'])
    await tree(ada).getByRole('link', { name }).getByRole('img', { name: 'Not synced yet' }).waitFor();
  await ada.context().setOffline(false);
  await tree(bob).getByRole('link', { name: 'Packing list' }).click();
  await paper(bob, 'Packing list').getByText('Tickets').waitFor();
  await tree(bob).getByRole('link', { name: 'Minutes' }).click();
  await paper(bob, 'Minutes').getByText('Before. In the train.').waitFor();
  await expect.poll(() => tree(ada).getByRole('img', { name: 'Not synced yet' }).count()).toBe(0);
});
