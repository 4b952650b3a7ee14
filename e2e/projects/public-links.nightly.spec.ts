import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Projects can be shared by a public link. The link can be revoked. Visitors need neither an account nor scripts.

const { openPerson, allowFaults } = useBrowser();
const PHONE = { width: 390, height: 844 };
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.remove();
});

test('creates a public link that stops working once it is turned off', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.webOrigin });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'Moss & Reed');
  const { projectId, board } = await makeProject(ada, product, teamId, 'Harbour guide');
  const make = async (fields: object) =>
    (
      await callApi<{ task: { id: string; number: number } }>(ada, product, `POST /teams/${teamId}/tasks`, {
        projectId,
        ...fields,
      })
    ).task;
  const link = {
    type: 'text',
    text: 'the map',
    marks: [{ type: 'link', attrs: { href: 'https://map.example/' } }],
  };
  const task = await make({
    title: 'Draw the quay',
    priority: 'urgent',
    dueDate: '2026-12-24',
    descriptionDoc: { type: 'doc', content: [{ type: 'paragraph', content: [link] }] },
  });
  await make({ title: 'Ask the pilots', parentId: task.id });
  await callApi(ada, product, `POST /teams/${teamId}/tasks/${task.id}/checklist`, { title: 'Measure it' });

  await ada.goto(board);
  await ada.getByRole('button', { name: 'Share' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Share Harbour guide' });
  await dialog.getByRole('switch', { name: 'Public link' }).click();
  const field = dialog.getByRole('textbox', { name: 'Public link URL' });
  await field.waitFor();
  const url = await field.inputValue();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => ada.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await dialog.getByRole('button', { name: 'Link expiry' }).click();
  await ada.getByRole('option', { name: 'Never' }).click();
  await dialog.getByRole('button', { name: 'Link expiry' }).getByText('Never').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  const stranger = await openPerson({ javaScriptEnabled: false, viewport: PHONE, locale: 'hi-IN' });
  const answer = await stranger.goto(url);
  expect(await answer?.allHeaders()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-language': 'hi',
  });
  await stranger.getByRole('heading', { name: 'Harbour guide' }).waitFor();
  await stranger.getByRole('heading', { name: 'Draw the quay' }).waitFor();
  expect(await stranger.getByRole('link', { name: 'Draw the quay' }).count()).toBe(0);

  const looker = await openPerson({ viewport: PHONE, colorScheme: 'dark' });
  await looker.goto(url);
  expect(await findAccessibilityIssues(looker)).toEqual([]);
  expect(await measureSidewaysScroll(looker)).toBe(0);
  await dialog.getByRole('switch', { name: 'Show descriptions' }).click();
  await expect
    .poll(async () => {
      await looker.reload();
      return await looker.getByRole('link', { name: 'Draw the quay' }).count();
    })
    .toBe(1);
  await looker.getByRole('link', { name: 'Draw the quay' }).click();
  await looker.getByText('Measure it').waitFor();
  await looker.getByRole('link', { name: 'Ask the pilots' }).waitFor();
  expect(await looker.getByRole('link', { name: 'the map' }).getAttribute('href')).toBe(
    'https://map.example/',
  );
  expect(await findAccessibilityIssues(looker)).toEqual([]);

  await dialog.getByRole('switch', { name: 'Public link' }).click();
  await ada.getByRole('button', { name: 'Turn off' }).click();
  await ada.getByText('Public link turned off').waitFor();
  allowFaults(/404/);
  const response = await looker.reload();
  expect(response?.status()).toBe(404);
  const read = async (path: string): Promise<string> => await (await fetch(path)).text();
  const unknown = await read(`${product.webOrigin}/share/never-was`);
  expect(await read(url)).toBe(unknown);
  expect(await read(`${url}/${task.number}`)).toBe(unknown);
  expect(await read(`${product.webOrigin}/share/a/b/c`)).toBe(unknown);
  expect(await findAccessibilityIssues(looker)).toEqual([]);
});

test('lists all links in the settings, where owners can disable them', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'owner@example.com' });
  const teamId = await makeTeam(ada, product, 'Reed & Moss');
  const { projectId } = await makeProject(ada, product, teamId, 'Shown outside');
  const path = `/teams/${teamId}/projects/${projectId}/public-link`;
  const { publicLink } = await callApi<{ publicLink: { url: string } }>(ada, product, `PUT ${path}`, {});
  await ada.goto(`${product.webOrigin}/dashboard/settings/team`);
  const group = ada.getByRole('region', { name: 'Public links' });
  await group.getByText('Shown outside').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await group.getByRole('switch', { name: 'Public project links' }).click();
  await expect.poll(async () => (await fetch(publicLink.url)).status).toBe(404);
  await group.getByText('Disabled while public links aren’t allowed').waitFor();
  await group.getByRole('switch', { name: 'Public project links' }).click();
  await expect.poll(async () => (await fetch(publicLink.url)).status).toBe(200);
  await group.getByRole('button', { name: 'Turn off the public link of Shown outside' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await group.getByText('No public links').waitFor();
  expect((await fetch(publicLink.url)).status).toBe(404);
});

test('rate-limits requests to share links with 429 and Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, async () => await fetch(`${product.webOrigin}/share/guess`)),
  );
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(5);
  expect(answers.length - busy.length).toBeGreaterThan(60);
  expect(answers.every(({ status }) => status === 429 || status === 404)).toBe(true);
  expect(Number(busy[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
