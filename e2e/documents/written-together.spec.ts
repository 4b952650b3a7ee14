import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawPng } from '#api/testing/attach.ts';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Two people write one document at once and lose no letter: without a network, after a reload, on a phone, and when one of them may not go on.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

const titleField = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });
const paper = (page: Page, title: string): Locator => page.getByRole('textbox', { name: title, exact: true });
const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Documents' });
const saved = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Saved' });
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

async function openDocuments(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/documents`);
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
}

/** Makes a document with a title, and stands in its text. */
async function writeNew(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New document', exact: true }).first().click();
  await titleField(page).waitFor();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await paper(page, title).and(page.locator(':focus')).waitFor();
}

test('both write, see each other, and find it all after a reload', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  await openDocuments(ada);
  await openDocuments(bob);
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
  expect(await findBarriers(bob)).toEqual([]);
  await bob.keyboard.press('Enter');
  // Both at once, each at their own place.
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

/** The text of each block of `BLOCKS_MARKDOWN` in which both write, one after the other. */
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

test('text typed by two people in one block stays in order, and an idle caret stays with its text', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  await callApi(ada, product, `POST /teams/${teamId}/documents`, {
    title: 'Bakery',
    markdown: BLOCKS_MARKDOWN,
  });
  for (const page of [ada, bob]) {
    await openDocuments(page);
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
    // Bob's caret is idle while Ada goes on before it.
    await expect.poll(() => readBlocks(bob)).toContain(`${start}${text}${end}`);
    await ada.keyboard.type('1234', { delay: 20 });
    await expect.poll(() => readBlocks(bob)).toContain(`${start}1234${text}${end}`);
    await bob.keyboard.type('!');
    written.push(`${start}1234${text}${end}!`);
  }
  for (const page of [ada, bob])
    await expect.poll(() => readBlocks(page)).toEqual(expect.arrayContaining(written));
});

/** The texts of a page's blocks, without the names at other people's carets. */
async function readBlocks(page: Page): Promise<string[]> {
  return await paper(page, 'Bakery').evaluate((root, blocks) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('[data-caret]')) caret.remove();
    return [...copy.querySelectorAll(blocks)].map((block) =>
      (block.textContent ?? '').replaceAll('\u2060', ''),
    );
  }, TEXT_BLOCKS);
}

/** Puts the caret of a page at an edge of the block that has this text. */
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

test('what is written without a network is kept through a reload, and is there for the others afterwards', async () => {
  const { ada, bob } = await openTwoPeople(openPerson, product);
  allowFaults(/net::ERR_/, /WebSocket connection/);
  await openDocuments(ada);
  await openDocuments(bob);
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

  // Nobody opens it again.
  await ada.getByRole('link', { name: 'Documents' }).first().click();
  await ada.reload();
  // A new one as well, before the server knows of it.
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

test('whoever may not go on is told at once, and takes along what could not be sent', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  allowFaults(/net::ERR_/, /WebSocket connection/, /status of 40[34]/);
  await openDocuments(ada);
  await openDocuments(bob);
  await writeNew(ada, 'Salaries');
  await ada.keyboard.type('Nothing yet. ');
  await tree(bob).getByRole('link', { name: 'Salaries' }).click();
  await paper(bob, 'Salaries').getByText('Nothing yet.').click();
  await bob.keyboard.press('End');
  await saved(bob).waitFor();
  const documentId = idOf(ada);
  const path = `/teams/${teamId}/documents/${documentId}`;
  await callApi(ada, product, `PATCH ${path}`, { isPrivate: true });
  await bob.getByText('We can’t find this document').waitFor();
  await callApi(ada, product, `PATCH ${path}`, { isPrivate: false });

  // With changes on the way: the right is lost while the network is.
  await paper(bob, 'Salaries').getByText('Nothing yet.').click();
  await bob.keyboard.press('End');
  await saved(bob).waitFor();
  const { members } = await callApi<{ members: { userId: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/members`,
  );
  const bobId = members.find(({ name }) => name === 'Bob Reed')?.userId;
  await bob.context().setOffline(true);
  await bob.keyboard.type('A note of my own.');
  await bob.getByText('Not synced yet', { exact: true }).waitFor();
  await callApi(ada, product, `PATCH ${path}`, { isPrivate: true });
  await callApi(ada, product, `PUT ${path}/grants/${bobId}`, { level: 'view' });
  await bob.context().setOffline(false);
  await bob.getByText('You can no longer edit this document').waitFor();
  await bob.getByRole('button', { name: 'Save as a new document' }).click();
  await bob.waitForURL((url) => url.pathname.includes('/documents/') && !url.pathname.includes(documentId));
  await paper(bob, 'Salaries').getByText('A note of my own.').waitFor();
  await paper(ada, 'Salaries').getByText('Nothing yet.').waitFor();
  expect(await paper(ada, 'Salaries').getByText('A note of my own.').count()).toBe(0);
});

test('on a phone it is read, written and ticked, with the tools above the keyboard', async () => {
  const { ada, teamId } = await openTwoPeople(openPerson, product);
  const markdown = 'Bring these:\n\n- [ ] Tent\n- [ ] Stove\n';
  await callApi(ada, product, `POST /teams/${teamId}/documents`, { title: 'Camp', markdown });
  const phone = await openPerson({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await phone.context().addCookies(await ada.context().cookies());
  await openDocuments(phone);
  await tree(phone).getByRole('link', { name: 'Camp' }).tap();
  await paper(phone, 'Camp').getByRole('checkbox').first().tap();
  await paper(phone, 'Camp').getByText('Stove', { exact: true }).tap();
  // The caret follows a tap a moment later.
  await expect.poll(() => phone.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe('Stove');
  await phone.keyboard.press('End');
  await phone.keyboard.press('Enter');
  await phone.keyboard.type('Matches');
  const insert = phone.getByRole('button', { name: 'Insert', exact: true });
  await insert.waitFor();
  const box = await insert.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await saved(phone).waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
  expect(await findBarriers(phone)).toEqual([]);
  await ada.goto(phone.url());
  await paper(ada, 'Camp').getByRole('checkbox', { name: 'Done: Matches' }).waitFor();
  expect(await paper(ada, 'Camp').getByRole('checkbox', { checked: true }).count()).toBe(1);
});
