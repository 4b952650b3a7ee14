import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { idOf, openDocuments, paper, saved, tree, writeNew } from '#e2e/support/document-page.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Documents when access is revoked during editing, and documents on phones.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

test('hides a document when access is revoked, and saves unsent text as a new document on request', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  allowFaults(/net::ERR_/, /WebSocket connection/, /status of 40[34]/);
  await openDocuments(ada, product);
  await openDocuments(bob, product);
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

  // Edit access is revoked while Bob is offline with unsent changes.
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

test('checks off and adds to-do items on a phone without horizontal scrolling', async () => {
  const { ada, teamId } = await openTwoPeople(openPerson, product);
  const markdown = 'Bring these:\n\n- [ ] Tent\n- [ ] Stove\n';
  await callApi(ada, product, `POST /teams/${teamId}/documents`, { title: 'Camp', markdown });
  const phone = await openPerson({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await phone.context().addCookies(await ada.context().cookies());
  await openDocuments(phone, product);
  await tree(phone).getByRole('link', { name: 'Camp' }).tap();
  await paper(phone, 'Camp').getByRole('checkbox').first().tap();
  await paper(phone, 'Camp').getByText('Stove', { exact: true }).tap();
  // Wait for the caret. It is placed with a delay after a tap.
  await expect.poll(() => phone.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe('Stove');
  await phone.keyboard.press('End');
  await phone.keyboard.press('Enter');
  await phone.keyboard.type('Matches');
  const insert = phone.getByRole('button', { name: 'Insert', exact: true });
  await insert.waitFor();
  const box = await insert.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await phone.getByRole('button', { name: 'This block' }).tap();
  await phone.getByRole('menuitem', { name: 'Move up' }).tap();
  await expect.poll(() => paper(phone, 'Camp').innerText()).toMatch(/Matches[^]*Stove/);
  await saved(phone).waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
  expect(await findAccessibilityIssues(phone)).toEqual([]);
  await ada.goto(phone.url());
  await paper(ada, 'Camp').getByRole('checkbox', { name: 'Done: Matches' }).waitFor();
  expect(await paper(ada, 'Camp').getByRole('checkbox', { checked: true }).count()).toBe(1);
});
