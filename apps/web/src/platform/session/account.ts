import { remember } from '#platform/client-state/remember.ts';
import type { Account } from '@hearth/contracts/account/account';
import { i18n } from '@lingui/core';
import { setTimeZone } from '#ui/format/reader.ts';
import { call } from '#platform/api/api-client.ts';
import { auth } from './session.ts';
import { createState } from '#platform/client-state/state.ts';
import { chooseLocale, readLocale } from '#platform/texts/texts.ts';

/** The user's account with its preferences. Null until the server has responded. */
export const accountState = createState<{ account: Account | null }>({ account: null });

const ZONE_KEY = 'hearth:time-zone';

auth.subscribe(() => {
  const { account } = accountState.get();
  if (account !== null && account.id !== auth.get().user?.id) accountState.set({ account: null });
});

/** Applies the time zone stored on this device before the first render. */
export function recallTimeZone(): void {
  applyTimeZone(localStorage.getItem(ZONE_KEY));
}

/** Loads the account and applies a language and time zone that the user chose on another device. */
export async function loadAccount(): Promise<void> {
  const { account } = await call('GET /account');
  await acceptAccount(account);
}

/** Applies the server's current account to the language, the time zone and all displayed data. */
export async function acceptAccount(account: Account): Promise<void> {
  const { id, name, email, image, language, timeZone } = account;
  const { user } = auth.get();
  if (user?.id !== id) return;
  accountState.set({ account });
  showPerson({ id, name, email, image });
  saveTimeZone(timeZone);
  if (language !== null && language !== readLocale()) await chooseLocale(language);
}

interface ShownPerson {
  id: string;
  name: string;
  /** Null if the address is unchanged. */
  email: string | null;
  image: string | null;
}

/** Applies the signed-in user's profile received from the feed or the server. A no-op for other users or if nothing differs. */
export function showPerson(person: ShownPerson): void {
  const { user } = auth.get();
  if (user === null || user.id !== person.id) return;
  const { name, image } = person;
  const email = person.email ?? user.email;
  if (user.name === name && user.email === email && user.image === image) return;
  auth.set({ user: { id: user.id, name, email, image } });
}

function saveTimeZone(zone: string | null): void {
  if (localStorage.getItem(ZONE_KEY) === zone) return;
  if (zone === null) localStorage.removeItem(ZONE_KEY);
  else remember(ZONE_KEY, zone);
  applyTimeZone(zone);
  // Re-renders the displayed times.
  i18n.activate(i18n.locale);
}

function applyTimeZone(zone: string | null): void {
  setTimeZone(zone !== null && isKnownZone(zone) ? zone : undefined);
}

/** The browser may not support a time zone that the server supports. Fall back to the browser's own zone. */
function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
