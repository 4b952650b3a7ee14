// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { PageServer } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';

// Consent to counting screen views: requested, given, changed and declined. The content of the events, and the absence of other requests,
// is tested in e2e/shell/screen-views.nightly.spec.ts.

const COLLECT = 'https://collect.example/g/collect';
const CONSENT = 'hearth:usage-consent';

function measure(): void {
  document.head.innerHTML = `<meta name="ga-measurement-id" content="G-TEST12"><meta name="ga-collect-url" content="${COLLECT}">`;
}

afterEach(() => {
  document.head.innerHTML = '';
  for (const name of ['doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
});

const findNotice = () => screen.findByRole('region', { name: 'Usage analytics' });
const queryNotice = () => screen.queryByRole('region', { name: 'Usage analytics' });
const listSent = (server: PageServer) => server.requests.filter((request) => request.includes('/g/collect'));
const listKeys = () =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    .filter((key) => key.startsWith('hearth:usage'))
    .toSorted();

async function openScreen(user: UserEvent, name: string): Promise<void> {
  const bar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
  await user.click(bar.getByRole('link', { name }));
  await screen.findByRole('heading', { level: 1, name });
}

async function walk(user: UserEvent): Promise<void> {
  for (const name of ['Members', 'Projects', 'Home']) await openScreen(user, name);
}

const findChoice = async (user: UserEvent) => {
  await openScreen(user, 'Settings');
  await user.click(screen.getByRole('link', { name: 'Privacy and data' }));
  return await screen.findByRole<HTMLInputElement>('switch', { name: /^Share anonymous usage/ });
};

test('sends events only with consent, and deletes the usage ids when consent is withdrawn', async () => {
  measure();
  const { server, user } = await openApp();
  const notice = within(await findNotice());
  await walk(user);
  expect(listSent(server)).toEqual([]);
  expect(listKeys()).toEqual([]);
  await user.click(notice.getByRole('button', { name: 'No' }));
  await waitFor(() => expect(queryNotice()).toBeNull());
  await walk(user);
  expect(listSent(server)).toEqual([]);
  expect(listKeys()).toEqual([CONSENT]);

  // After consent in Settings, each screen sends one event. When the consent is withdrawn, the random ids are deleted.
  const choice = await findChoice(user);
  expect(choice.checked).toBe(false);
  await user.click(choice);
  await walk(user);
  await waitFor(() => expect(listSent(server)).toHaveLength(3));
  expect(listKeys()).toEqual(['hearth:usage-client', CONSENT, 'hearth:usage-visit']);
  await user.click(await findChoice(user));
  expect(listKeys()).toEqual([CONSENT]);
  const before = listSent(server).length;
  await walk(user);
  expect(listSent(server)).toHaveLength(before);
});

describe('disabled usage statistics', () => {
  test.each([
    ['Do Not Track', 'doNotTrack', '1'],
    ['Global Privacy Control', 'globalPrivacyControl', true],
  ])('sends nothing in a browser with %s, despite previous consent', async (_what, name, value) => {
    measure();
    Object.defineProperty(navigator, name, { configurable: true, value });
    localStorage.setItem(CONSENT, 'granted');
    const { server, user } = await openApp();
    await walk(user);
    expect(queryNotice()).toBeNull();
    const choice = await findChoice(user);
    expect([choice.disabled, choice.checked]).toEqual([true, false]);
    expect(listSent(server)).toEqual([]);
  });

  test('does not ask for consent or send usage data when analytics is disabled', async () => {
    localStorage.setItem(CONSENT, 'granted');
    const { server, user } = await openApp();
    await walk(user);
    await openScreen(user, 'Settings');
    await user.click(screen.getByRole('link', { name: 'Privacy and data' }));
    await screen.findByRole('button', { name: 'Export my data' });
    expect(queryNotice()).toBeNull();
    expect(screen.queryByRole('switch', { name: /^Share anonymous usage/ })).toBeNull();
    expect(
      server.requests.filter((request) => !/ \/(?:auth|teams|subscriptions|account|dev)/.test(request)),
    ).toEqual([]);
  });
});
