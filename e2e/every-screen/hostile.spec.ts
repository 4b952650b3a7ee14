import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listLines, listTexts, PAYLOADS } from '#api/testing/hostile/corpus.ts';
import { drawSample } from '#api/testing/sample.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { description, descriptionEditor, openDescription } from '#e2e/support/descriptions.ts';
import { makeHostileWorld, OPENED_EVERY, type HostileWorld } from '#e2e/support/hostile-world.ts';
import { PAGE_BREACHES } from '#e2e/support/page-breaches.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { setTripwire } from '#e2e/support/tripwire.ts';

// Every hostile text, brought in by every entrance, is shown as text at every exit: nothing runs, nothing is fetched,
// nobody is led away. Many at once on a screen; the shipped headers are in force.

const { openPerson, allowFaults, takeFaults } = useBrowser();
const product = useProduct();
let world: HostileWorld;
let readTripped: (() => string[]) | undefined;

beforeAll(async () => {
  world = await makeHostileWorld(product);
});

afterAll(async () => {
  const {
    titles,
    personNames,
    teamNames,
    projectNames,
    statusNames,
    trashed,
    labelNames,
    viewNames,
    documentTitles,
  } = world;
  const notes = [...world.notes.values()].flatMap(({ comments, steps }) => [...comments, ...steps]);
  const shown = [
    titles,
    personNames,
    teamNames,
    projectNames,
    statusNames,
    trashed,
    labelNames,
    viewNames,
    documentTitles,
    notes,
  ];
  const counts = shown.map(({ length }) => length).join(' + ');
  console.log(
    `HOSTILE ${PAYLOADS.length} payloads; ${counts} titles, people, teams, projects, statuses, deleted tasks, labels, views, documents and notes on screen`,
  );
  // Texts that nothing shows yet; each gets its entrance and its exits with the feature.
  console.log('HOSTILE assistant: 0 cases, pending');
});

afterEach(() => {
  expect(readTripped?.() ?? []).toEqual([]);
  readTripped = undefined;
});

/** A page on which the wire is set, of the team's owner unless told otherwise. Tall, so that long lists exist whole. */
async function openPage({ isOwner = true } = {}): Promise<Page> {
  const page = await openPerson({ viewport: { width: 1600, height: 900 }, reducedMotion: 'reduce' });
  readTripped = await setTripwire(page, product);
  if (isOwner) await page.context().addCookies(world.cookies);
  return page;
}

/** Those of the texts that stand nowhere in that place, neither as text nor in a field. */
function findMissing(place: Locator, texts: readonly string[]): Promise<string[]> {
  return place.evaluate((root, wanted) => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const all = [root.textContent, ...fields].join('\n');
    return wanted.filter((text) => !all.includes(text));
  }, texts);
}

async function expectShown(place: Page | Locator, texts: readonly string[]): Promise<void> {
  const root = 'goto' in place ? place.locator('body') : place;
  await expect.poll(() => findMissing(root, texts)).toEqual([]);
}

test('the corpus has teeth: put into a page as markup, without our rules, it runs', async () => {
  allowFaults(/./);
  const page = await openPerson();
  await page.route(/^https?:/, (route) => route.abort());
  let count = 0;
  await page.exposeFunction('trip', () => void (count += 1));
  const live = PAYLOADS.filter(({ name }) => /^(?:handlers|breaks|svg|mutation) /.test(name));
  await page.evaluate(
    (texts) => {
      for (const text of texts) {
        const place = document.createElement('div');
        place.innerHTML = text;
        document.body.append(place);
      }
    },
    live.map(({ text }) => text),
  );
  await expect.poll(() => count).toBeGreaterThan(25);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
});

test('markup planted in the product trips the wire', async () => {
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('heading').first().waitFor();
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://evil.invalid/pixel.gif';
    document.body.append(image);
    try {
      document.body.innerHTML = '<img src=x onerror=trip()>';
    } catch {
      // Refused, and reported all the same.
    }
    (window as unknown as { trip: () => void }).trip();
  });
  await expect.poll(() => readTripped?.()).toEqual(expect.arrayContaining(['script ran']));
  await expect.poll(() => readTripped?.().join()).toContain('request to https://evil.invalid/');
  await expect.poll(() => takeFaults().join()).toContain('require-trusted-types-for');
  readTripped = undefined;
  await page.close();
  takeFaults();
});

test('titles, names and statuses are shown as text on board, list and every other screen', async () => {
  const page = await openPage();
  const inApp = (path: string): string => product.webOrigin + path;
  const board = inApp(`/dashboard/projects/${world.projectId}`);
  // Columns mount their cards within half a screen of the viewport.
  await page.setViewportSize({ width: 230 * (world.statusNames.length + 8), height: 4000 });
  await page.goto(board);
  await expectShown(page, [
    ...world.titles,
    ...world.statusNames,
    ...world.labelNames,
    world.projectNames[0] ?? '',
  ]);
  await page.setViewportSize({ width: 1600, height: 4000 });
  await page.goto(inApp('/dashboard/members'));
  await expectShown(page, world.personNames);
  await page.goto(inApp('/dashboard/projects'));
  await expectShown(page, world.projectNames);
  await page.goto(inApp('/dashboard/trash'));
  await expectShown(page, world.trashed);
  await page.goto(inApp('/dashboard'));
  await expectShown(page, world.projectNames.slice(0, 1));
  for (const section of ['profile', 'team', 'sessions', 'data', 'language', 'notifications', 'appearance']) {
    await page.goto(inApp(`/dashboard/settings/${section}`));
    await page.locator('section[aria-label] :is(h2, input, button)').first().waitFor();
  }
  await page.setViewportSize({ width: 1600, height: 16_000 });
  await page.goto(`${board}?view=list`);
  await expectShown(page, world.titles);
});

test('documents show them as text, as titles, in what is written and in what a search finds', async () => {
  const page = await openPage();
  const inApp = (path: string): string => `${product.webOrigin}/dashboard${path}`;
  await page.setViewportSize({ width: 1600, height: 4000 });
  await page.goto(inApp('/documents'));
  await expectShown(page.getByRole('tree'), world.documentTitles);
  await page.goto(inApp(`/documents/${world.documentId}`));
  await expectShown(page.getByRole('textbox', { name: 'All of them' }), world.titles);
  for (const words of ['script', 'onerror', 'javascript']) {
    await page.goto(inApp(`/search?q=${words}`));
    await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
  }
});

test('what a public link shows is text, to whoever has it', async () => {
  const page = await openPage();
  const request = page.context().request;
  const made = await request.put(
    `${product.apiOrigin}/teams/${world.teamId}/projects/${world.projectId}/public-link`,
    {
      headers: { origin: product.webOrigin },
      data: { showsDescriptions: true, showsNames: true },
    },
  );
  const { publicLink } = (await made.json()) as { publicLink: { url: string } };
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
  const wanted = [...world.titles, ...world.labelNames, world.projectNames[0] ?? ''];
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

test('panels, menus, search, toasts and the tab show them as text', async () => {
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard/projects/${world.projectId}`);
  expect(await page.getByRole('button', { name: /^Team:/ }).innerText()).toContain(
    world.teamNames[0]?.slice(0, 20),
  );
  await page.getByRole('button', { name: /^Team:/ }).click();
  await expectShown(page, world.teamNames);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expectShown(page, world.viewNames);
  await page.keyboard.press('Escape');

  for (let at = 0; at < world.titles.length; at += OPENED_EVERY) {
    const title = world.titles[at] ?? '';
    const notes = world.notes.get(at);
    await goInApp(page, `/dashboard/projects/${world.projectId}?task=${world.taskIds[at]}`);
    const field = page.getByRole('textbox', { name: 'Title', exact: true });
    const panel = page.getByRole('complementary').filter({ has: field });
    await expect.poll(() => field.inputValue()).toBe(title);
    await expect.poll(() => description(page).evaluate(({ textContent }) => textContent)).toBe(title);
    await expectShown(panel.getByRole('region', { name: 'Checklist' }), notes?.steps ?? []);
    await expectShown(panel.getByRole('region', { name: 'Activity' }), notes?.comments ?? []);
  }
  await goInApp(page, `/dashboard/projects/${world.projectId}`);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  for (const words of [
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
    await palette.getByRole('combobox').fill(words);
    await palette.getByRole('option').or(palette.getByRole('status')).first().waitFor();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.goto(`${product.webOrigin}/dashboard/trash`);
  for (const title of world.trashed.filter((text) => /^<|^"/.test(text)).slice(0, 4)) {
    await page
      .getByRole('button', { name: `Restore ${title}`, exact: true })
      .first()
      .click();
    await page
      .getByRole('status')
      .filter({ hasText: `“${title}” is back` })
      .waitFor();
  }
});

test('invite previews show them as text, to people with and without a session', async () => {
  const page = await openPage({ isOwner: false });
  for (const [at, link] of world.links.entries()) {
    await page.goto(`${product.webOrigin}/invite/${link}/join`);
    await expectShown(page, [world.teamNames[at] ?? '', world.personNames[0] ?? '']);
  }
});

test('addresses that were made up lead to a screen of ours', async () => {
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
  // Whole loads, where the server answers and the page begins: a few.
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

test('what is left in the browser is not trusted', async () => {
  allowFaults(/status of 4\d\d/);
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard/projects/${world.projectId}`);
  await page.getByRole('listitem').first().waitFor();
  const texts = PAYLOADS.filter(({ name }) => /^(?:handlers|addresses|breaks|keys) /.test(name)).map(
    ({ text }) => text,
  );
  for (const kind of ['strings', 'shapes', 'garbage'] as const) {
    await page.evaluate(spoilStorage, { texts, kind });
    await page.reload();
    await page.getByRole('listitem').first().waitFor();
    await expectShown(page, [world.projectNames[0] ?? '']);
  }
});

test('what is pasted and dropped comes in as text', async () => {
  const page = await openPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.webOrigin}/dashboard/projects/${world.projectId}?task=${world.taskIds[1]}`);
  const markup = listTexts()
    .filter(({ name }) => /^(?:script|handlers|svg|embeds|mutation) /.test(name))
    .map(({ text }) => text)
    .join('\n');
  const fields = ['Title', 'Description'].map((name) => page.getByRole('textbox', { name }));
  for (const field of fields) {
    await field.waitFor();
    if (field === fields[1]) await openDescription(page);
    // As programs put it there, not cleaned by a browser.
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

test('every hostile text comes into a document without what would run, pasted as HTML, as an address and as text', async () => {
  const page = await openPage();
  await page.goto(`${product.webOrigin}/dashboard/documents/${world.blankId}`);
  const text = page.getByRole('textbox', { name: 'Blank' }).last();
  await text.waitFor();
  const { faults, missing } = await text.evaluate(pasteEach, PAYLOADS);
  expect(faults).toEqual([]);
  // Whatever stands before it in the same paste comes in: it was no blank.
  expect(missing).toEqual([]);
});

/** Pastes each into an editor, in the place of the one before, in every form that a clipboard has. Runs in the page. */
async function pasteEach(
  element: HTMLElement,
  payloads: readonly { name: string; text: string }[],
): Promise<{ faults: string[]; missing: string[] }> {
  const escape = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const script = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;
  const faults: string[] = [];
  const missing: string[] = [];
  function paste(types: Record<string, string>): void {
    const all = { key: 'a', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', all));
    const data = new DataTransfer();
    for (const [type, value] of Object.entries(types)) data.setData(type, value);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }
  function look(name: string): void {
    const elements = [...element.querySelectorAll('*')];
    for (const { tagName, attributes } of elements) {
      if (/^(?:script|iframe|object|embed|form|link|meta|base|style)$/i.test(tagName))
        faults.push(`${name}: ${tagName}`);
      for (const { name: key, value } of attributes)
        if (/^on/i.test(key) || (/^(?:href|src|action|formaction)$/i.test(key) && script.test(value)))
          faults.push(`${name}: ${tagName} ${key}=${value}`);
    }
  }
  for (const [at, { name, text }] of payloads.entries()) {
    const value = escape(text);
    const forms = [
      `<p>pasted-${at}</p>${text}`,
      `<p>pasted-${at} <a href="${value}">link</a><img src="${value}" alt="${value}"></p>
        <div data-callout="${value}" data-kind="${value}">${text}</div><table><tr><td>${text}</td></tr></table>
        <pre><code class="language-${value}">${value}</code></pre>`,
    ];
    for (const html of forms) {
      paste({ 'text/html': html, 'text/plain': text });
      if (!element.textContent.includes(`pasted-${at}`)) missing.push(name);
      look(name);
    }
    paste({ 'text/plain': text });
    // Markdown is read a moment later.
    await new Promise((resolve) => setTimeout(resolve));
    look(name);
  }
  return { faults, missing };
}

/** Navigates as the router does, without a page load, and waits for a frame. */
async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }, path);
}

/** Puts hostile values in the place of what the app keeps. Runs in the page. */
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

/** A link dragged in from another window, dropped in the middle of the page. */
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

// The page guard of e2e/support/browser.ts reports each violation of the shipped headers, so that it fails any browser test.
test.each(PAGE_BREACHES)('$what is refused or noticed', async ({ expected, commit }) => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  expect(takeFaults().filter((fault) => !fault.includes('/auth/verify'))).toEqual([]);
  await commit(page);
  const faults: string[] = [];
  await expect.poll(() => faults.push(...takeFaults()) && faults.join('\n')).toMatch(expected);
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false);
  await page.close();
  takeFaults();
});

test('text without markup may be set as Mantine sets its style sheets', async () => {
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
