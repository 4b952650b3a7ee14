import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { findEnglish } from '#e2e/support/texts.ts';

// All text is in the user's language from the first visit, and right-to-left languages are laid out correctly.
// routes/languages.nightly.dom.test.tsx checks that no screen contains untranslated English.

const { openPerson } = useBrowser();
const HINDI = { locale: 'hi-IN', timezoneId: 'Asia/Kolkata' };
const product = useProduct();

const readLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);

async function expectHindi(page: Page, but: readonly string[] = []): Promise<void> {
  expect(await readLanguage(page)).toBe('hi');
  expect(await findEnglish(page, 'hi', but), page.url()).toEqual([]);
}

test('shows Hindi on the first visit with a Hindi browser, and loads only one additional script', async () => {
  const english = await openPerson({ serviceWorkers: 'block' });
  const hindi = await openPerson({ ...HINDI, serviceWorkers: 'block' });
  const scripts = new Map([english, hindi].map((page) => [page, new Set<string>()]));
  for (const [page, seen] of scripts) {
    page.on('request', (request) => {
      if (request.resourceType() === 'script') seen.add(new URL(request.url()).pathname);
    });
    await page.goto(`${product.webOrigin}/signin`, { waitUntil: 'networkidle' });
  }
  await english.getByRole('heading', { name: 'Welcome to Hearth' }).waitFor();
  await hindi.getByRole('heading', { name: 'Hearth में आपका स्वागत है' }).waitFor();
  expect(await readLanguage(english)).toBe('en');
  await expectHindi(hindi);
  const [first = new Set(), second = new Set()] = scripts.values();
  expect([...second].filter((path) => !first.has(path))).toHaveLength(1);
  expect([...first].filter((path) => !second.has(path))).toEqual([]);
});

test('shows all screens from sign-in to a task in Hindi', async () => {
  const page = await openPerson(HINDI);
  await page.goto(`${product.webOrigin}/signin`);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Google से लॉग इन करें' }).click(),
  ]);
  await popup.getByLabel('Name').fill('आशा वर्मा');
  await popup.getByLabel('Email').fill(addressOf(product, 'asha@example.com'));
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);

  await page.getByLabel('टीम का नाम').waitFor();
  await expectHindi(page);
  await page.getByRole('button', { name: 'टीम बनाएँ' }).click();
  await page.getByText('टीम का नाम लिखें।').waitFor();
  await page.getByLabel('टीम का नाम').fill('उत्तर');
  await page.getByRole('button', { name: 'टीम बनाएँ' }).click();
  await page.getByRole('heading', { name: 'होम', level: 1 }).waitFor();
  await expectHindi(page);

  await page.goto(`${product.webOrigin}/dashboard/projects`);
  await page.getByRole('button', { name: 'नया प्रोजेक्ट' }).click();
  const dialog = page.getByRole('dialog', { name: 'नया प्रोजेक्ट' });
  await dialog.getByLabel('नाम').fill('पोर्टल');
  await expectHindi(page);
  await dialog.getByRole('button', { name: 'प्रोजेक्ट बनाएँ' }).click();
  await page.getByRole('button', { name: 'करना है में कार्य जोड़ें' }).click();
  await page.getByRole('textbox', { name: 'करना है में नया कार्य' }).fill('पहला कार्य');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await card(page, 'करना है', 'पहला कार्य').waitFor();
  await page.getByText('1 कार्य', { exact: true }).waitFor();
  await expectHindi(page);

  await page.getByRole('link', { name: 'पहला कार्य' }).click();
  const panel = page.getByRole('complementary', { name: 'कार्य: पहला कार्य' });
  const today = await page.evaluate(() => new Intl.DateTimeFormat('en-CA').format(new Date()));
  await panel.getByLabel('नियत तारीख').fill(today);
  await panel.getByRole('button', { name: 'प्राथमिकता: कोई प्राथमिकता नहीं' }).click();
  await page.getByRole('option', { name: 'तुरंत' }).click();
  await expectHindi(page);
  await page.keyboard.press('Escape');
  await card(page, 'करना है', 'पहला कार्य').getByText('आज').waitFor();
});

test('applies a language change from another device without losing input, and keeps the language', async () => {
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Ravi Rao', email: 'ravi@example.com' });
  const teamId = await makeTeam(page, product, 'North');
  const { board } = await makeProject(page, product, teamId, 'Portal');
  // The language is changed on another device. Delay the response that informs this device until text has been typed.
  await callApi(page, product, 'PATCH /account', { language: 'hi' });
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${product.apiOrigin}/account`, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto(board);
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  await page.getByRole('textbox', { name: 'New task in To do' }).fill('Half a tho');
  release();
  const field = page.getByRole('textbox', { name: 'करना है में नया कार्य' });
  await field.waitFor();
  expect(await field.inputValue()).toBe('Half a tho');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('ught');
  await page.keyboard.press('Enter');
  await card(page, 'करना है', 'Half a thought').waitFor();
  await expectHindi(page);

  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(`${product.webOrigin}/dashboard/tasks`);
  await page.getByRole('heading', { name: 'कार्य', level: 1 }).waitFor();
});

const LONG_TITLE =
  'Kysy jokaiselta toimittajalta uusi tarjous ja aseta vastaukset rinnakkain ennen perjantain kokousta';
const PLACES = ['', '/tasks/changes'];

test('lays out Arabic from right to left without English text or overflow', async () => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await openPerson({ locale: 'ar-EG', viewport: size, reducedMotion: 'reduce' });
    const { board, statusIds, make } = await openTeam(page, `ada.${size.width}@example.com`);
    await make({ title: LONG_TITLE, statusId: statusIds[0], priority: 'urgent', dueDate: '2026-01-05' });
    await make({ title: 'Vierekkäin', statusId: statusIds[1] });
    const shown = size.width < 800 ? ['board', 'list', 'calendar'] : ['table', 'timeline'];
    const views = shown.map((view) => `${board}?view=${view}`);
    for (const address of [...PLACES.map((path) => `${product.webOrigin}/dashboard${path}`), ...views]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
      expect(await readLanguage(page)).toBe('ar');
      expect(await findEnglish(page, 'ar'), address).toEqual([]);
      expect(await measureSidewaysScroll(page), address).toBe(0);
    }
    if (size.width < 800) continue;
    const bar = await page.getByRole('complementary', { name: 'الشريط الجانبي' }).boundingBox();
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBe(size.width);

    await page.goto(`${board}?view=table`);
    const cellX = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0);
    await page.locator('[role="columnheader"]').first().focus();
    await page.keyboard.press('ArrowDown');
    const first = await cellX();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(cellX).toBeLessThan(first);
    await page.keyboard.press('ArrowRight');
    await expect.poll(cellX).toBe(first);

    await page.goto(`${board}?view=board`);
    const task = page.getByRole('link', { name: LONG_TITLE });
    await task.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Vierekkäin');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(LONG_TITLE);
    // The start of a long title must be visible in any script.
    expect(await task.evaluate((link) => getComputedStyle(link).unicodeBidi)).toBe('plaintext');

    await task.click();
    const panel = page.getByRole('complementary', { name: `المهمة: ${LONG_TITLE}` });
    await panel.waitFor();
    // A task's panel must open at the inline end, which is the left side.
    expect((await panel.boundingBox())?.x).toBeLessThan(size.width / 2);
    expect(await measureSidewaysScroll(page)).toBe(0);
    expect(await findEnglish(page, 'ar')).toEqual([]);
  }
});

test('shows home and the board in Spanish and French on a phone without English or horizontal scrolling', async () => {
  for (const [locale, browserLocale] of [
    ['es', 'es-MX'],
    ['fr', 'fr-CA'],
  ] as const) {
    const page = await openPerson({
      locale: browserLocale,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    const { board } = await openTeam(page, `${locale}@example.com`);
    const addresses = [`${product.webOrigin}/dashboard`];
    for (const address of [...addresses, board]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await readLanguage(page)).toBe(locale);
      expect(await findEnglish(page, locale), address).toEqual([]);
      expect(await measureSidewaysScroll(page), address).toBe(0);
    }
  }
});

async function openTeam(page: Page, email: string) {
  await signInQuietly(page, product, { name: 'Ada Moss', email });
  const teamId = await makeTeam(page, product, 'North');
  const { projectId, board } = await makeProject(page, product, teamId, 'Orchard');
  const { statuses } = await callApi<{ statuses: { id: string }[] }>(
    page,
    product,
    `GET /teams/${teamId}/statuses`,
  );
  const make = (task: Record<string, unknown>) =>
    callApi(page, product, `POST /teams/${teamId}/tasks`, { projectId, ...task });
  return { board, statusIds: statuses.map(({ id }) => id), make };
}
