import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listLines, listTexts, PAYLOADS } from '#api/testing/hostile/corpus.ts';
import { drawSample } from '#api/testing/sample.ts';
import { description, descriptionEditor, openDescription } from '#e2e/support/descriptions.ts';
import { expectShown, goInApp, useHostilePages } from '#e2e/support/hostile-pages.ts';
import { OPENED_EVERY } from '#e2e/support/hostile-world.ts';

// Outputs of hostile strings that hostile.spec.ts does not cover: panels, menus, public links, invites, URLs, storage and paste.

const { openPerson, openPage, allowFaults, product, world } = useHostilePages();

test('executes the hostile payloads on a page without a content security policy', async () => {
  allowFaults(/./);
  const page = await openPerson();
  await page.route(/^https?:/, (route) => route.abort());
  let count = 0;
  await page.exposeFunction('trip', () => void (count += 1));
  const live = PAYLOADS.filter(({ name }) => /^(?:handlers|breaks|svg|mutation) /.test(name));
  await page.evaluate(
    (texts) => {
      for (const text of texts) {
        const container = document.createElement('div');
        container.innerHTML = text;
        document.body.append(container);
      }
    },
    live.map(({ text }) => text),
  );
  await expect.poll(() => count).toBeGreaterThan(25);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
});

test('shows hostile strings verbatim on public links', async () => {
  const page = await openPage();
  const request = page.context().request;
  const response = await request.put(
    `${product.apiOrigin}/teams/${world().teamId}/projects/${world().projectId}/public-link`,
    {
      headers: { origin: product.webOrigin },
      data: { showsDescriptions: true, showsNames: true },
    },
  );
  const { publicLink } = (await response.json()) as { publicLink: { url: string } };
  await page.goto(publicLink.url);
  const shown: string[] = [];
  while (true) {
    shown.push((await page.locator('body').textContent()) ?? '');
    const next = page.getByRole('link', { name: 'More tasks' });
    if ((await next.count()) === 0) break;
    await next.click();
    await page.waitForLoadState();
  }
  const all = shown.join('\n');
  const wanted = [...world().titles, ...world().labelNames, world().projectNames[0] ?? ''];
  expect(wanted.filter((text) => !all.includes(text))).toEqual([]);
  const { tasks } = (await (
    await request.get(
      publicLink.url.replace(product.webOrigin, product.apiOrigin).replace('/share/', '/shares/'),
    )
  ).json()) as { tasks: { number: number; title: string }[] };
  for (const { number, title } of tasks.slice(0, 5)) {
    await page.goto(`${publicLink.url}/${number}`);
    await expectShown(page, [title]);
  }
});

test('shows hostile strings verbatim in menus, task panels and toasts, and searches for them in the palette', async () => {
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard/projects/${world().projectId}`);
  expect(await page.getByRole('button', { name: /^Team:/ }).innerText()).toContain(
    world().teamNames[0]?.slice(0, 20),
  );
  await page.getByRole('button', { name: /^Team:/ }).click();
  await expectShown(page, world().teamNames);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expectShown(page, world().viewNames);
  await page.keyboard.press('Escape');

  for (let at = 0; at < world().titles.length; at += OPENED_EVERY) {
    const title = world().titles[at] ?? '';
    const notes = world().notes.get(at);
    await goInApp(page, `/dashboard/projects/${world().projectId}?task=${world().taskIds[at]}`);
    const field = page.getByRole('textbox', { name: 'Title', exact: true });
    const panel = page.getByRole('complementary').filter({ has: field });
    await expect.poll(() => field.inputValue()).toBe(title);
    await expect.poll(() => description(page).evaluate(({ textContent }) => textContent)).toBe(title);
    await expectShown(panel.getByRole('region', { name: 'Checklist' }), notes?.steps ?? []);
    // Comments are formatted. Formatting removes the marks of emphasis and code.
    const withoutMarks = (text: string) => text.replaceAll(/[*_`]/g, '');
    const activity = panel.getByRole('region', { name: 'Activity' });
    const readMissing = async () => {
      const shown = withoutMarks((await activity.textContent()) ?? '');
      return notes?.comments.map(withoutMarks).filter((text) => !shown.includes(text)) ?? [];
    };
    await expect.poll(readMissing).toEqual([]);
  }
  await goInApp(page, `/dashboard/projects/${world().projectId}`);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  for (const query of [
    '<img',
    'script',
    'javascript:',
    '"',
    '=',
    '__proto__',
    '\u202e',
    'هن',
    '.*',
    '(a+)+$',
  ]) {
    await palette.getByRole('combobox').fill(query);
    await palette.getByRole('option').or(palette.getByRole('status')).first().waitFor();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.goto(`${product.webOrigin}/dashboard/trash`);
  for (const title of world()
    .trashed.filter((text) => /^<|^"/.test(text))
    .slice(0, 4)) {
    await page
      .getByRole('button', { name: `Restore ${title}`, exact: true })
      .first()
      .click();
    await page
      .getByRole('status')
      .filter({ hasText: `Restored “${title}”` })
      .waitFor();
  }
});

test('shows hostile strings verbatim in invite previews', async () => {
  const page = await openPage({ isOwner: false });
  for (const [at, link] of world().links.entries()) {
    await page.goto(`${product.webOrigin}/invite/${link}/join`);
    await expectShown(page, [world().teamNames[at] ?? '', world().personNames[0] ?? '']);
  }
});

test('shows a screen of the app for hostile URLs', async () => {
  allowFaults(/status of 4\d\d/);
  const page = await openPage();
  const texts = drawSample(listLines(200), 2, 'addresses').map(({ text }) => encodeURIComponent(text));
  const paths = [
    (text: string) => `/dashboard/projects/${text}`,
    (text: string) => `/dashboard?task=${text}`,
    (text: string) => `/dashboard/settings/${text}`,
    (text: string) => `/dashboard/documents/${text}`,
    (text: string) => `/payment/onboarding?plan=${text}`,
    (text: string) => `/dashboard/tasks?filter=${text}&group=${text}&view=${text}#${text}`,
    (text: string) => `/${text}`,
  ];
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('heading').first().waitFor();
  for (const [at, text] of texts.entries()) {
    if (at % 12 === 0) await goInApp(page, paths[(at / 12) % paths.length]?.(text) ?? '/');
  }
  // Load the page only for some strings because full page loads are slow.
  const picked = texts.filter((_, at) => at % 120 === 0);
  for (const text of picked) {
    await page.goto(`${product.webOrigin}/signin?next=${text}#${text}`);
    await page.goto(`${product.webOrigin}/contact-us?lang=${text}&x=${text}#${text}`);
  }
  const visitor = await openPage({ isOwner: false });
  for (const text of picked) {
    await visitor.goto(`${product.webOrigin}/?lang=${text}#${text}`);
    await visitor.goto(`${product.webOrigin}/auth/popup#id_token=${text}&state=${text}&error=${text}`);
    await visitor.getByRole('status').first().waitFor();
  }
});

test('shows the project despite hostile or malformed stored browser data', async () => {
  allowFaults(/status of 4\d\d/);
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard/projects/${world().projectId}`);
  await page.getByRole('listitem').first().waitFor();
  const texts = PAYLOADS.filter(({ name }) => /^(?:handlers|addresses|breaks|keys) /.test(name)).map(
    ({ text }) => text,
  );
  for (const kind of ['strings', 'shapes', 'garbage'] as const) {
    await page.evaluate(spoilStorage, { texts, kind });
    await page.reload();
    await page.getByRole('listitem').first().waitFor();
    await expectShown(page, [world().projectNames[0] ?? '']);
  }
});

test('inserts pasted and dropped markup as plain text, and does not open a dropped link', async () => {
  const page = await openPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.webOrigin}/dashboard/projects/${world().projectId}?task=${world().taskIds[1]}`);
  const markup = listTexts()
    .filter(({ name }) => /^(?:script|handlers|svg|embeds|mutation) /.test(name))
    .map(({ text }) => text)
    .join('\n');
  const fields = ['Title', 'Description'].map((name) => page.getByRole('textbox', { name }));
  for (const field of fields) {
    await field.waitFor();
    if (field === fields[1]) await openDescription(page);
    // Clipboard data as written by other programs. No browser has sanitized it.
    await field.evaluate((element, html) => {
      const data = new DataTransfer();
      for (const type of ['text/html', 'text/plain', 'text/uri-list']) data.setData(type, html);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      element.dispatchEvent(
        new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
      element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, markup);
  }
  await page.evaluate((text) => navigator.clipboard.writeText(text), markup);
  await openDescription(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  const squeeze = (text: string | null) => (text ?? '').replaceAll(/\s/g, '');
  await expect
    .poll(() =>
      descriptionEditor(page)
        .evaluate(({ textContent }) => textContent)
        .then(squeeze),
    )
    .toBe(squeeze(markup));
  await page.keyboard.press('Escape');
  await dropFromOutside(page, 'https://evil.invalid/dropped');
  expect(new URL(page.url()).origin).toBe(product.webOrigin);
});

/** Replaces the app's stored values with hostile ones. Runs in the page and must therefore be self-contained. */
function spoilStorage({ texts, kind }: { texts: string[]; kind: 'strings' | 'shapes' | 'garbage' }): void {
  let at = 0;
  const next = (): string => texts[at++ % texts.length] ?? '';
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? value : next();
    if (Array.isArray(value)) return kind === 'shapes' ? { length: 1 } : value.map(spoil);
    if (typeof value !== 'object' || value === null) return kind === 'shapes' ? next() : value;
    if (kind === 'shapes' && at++ % 3 === 0) return null;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'version' ? inner : spoil(inner)]),
    );
  };
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      let value: unknown;
      try {
        value = JSON.parse(storage.getItem(key) ?? 'null');
      } catch {
        value = storage.getItem(key);
      }
      storage.setItem(key, kind === 'garbage' ? next() : JSON.stringify(spoil(value)));
    }
  }
}

/** Drops a link from another window onto the page. */
async function dropFromOutside(page: Page, address: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = {
    items: [
      { mimeType: 'text/uri-list', data: address },
      { mimeType: 'text/html', data: `<a href="${address}">x</a><img src=x onerror=trip()>` },
    ],
    dragOperationsMask: 1,
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
  await client.detach();
}

test('allows setting the text of a style element through innerHTML', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  const value = await page.evaluate(() => {
    const style = document.createElement('style');
    style.setAttribute(
      'nonce',
      document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '',
    );
    style.innerHTML = ':root{--probe:set}';
    document.head.append(style);
    return getComputedStyle(document.documentElement).getPropertyValue('--probe');
  });
  expect(value).toBe('set');
});
