import type { Account } from '@hearth/contracts/account/account';
import { i18n } from '@lingui/core';
import { setTimeZone } from '#ui/format/reader.ts';
import { call } from '#platform/api/api-client.ts';
import { auth } from './session.ts';
import { createState } from '#platform/client-state/state.ts';
import { chooseLocale, readLocale } from '#platform/texts/texts.ts';

/** The own account with its preferences, once the server has told; null until then. */
export const accountState = createState<{ account: Account | null }>({ account: null });

const ZONE_KEY = 'hearth:time-zone';

auth.subscribe(() => {
  const { account } = accountState.get();
  if (account !== null && account.id !== auth.get().user?.id) accountState.set({ account: null });
});

/** Uses the time zone that this device remembers, before anything is shown. */
export function recallTimeZone(): void {
  applyTimeZone(localStorage.getItem(ZONE_KEY));
}

/** Reads the account and takes over language and time zone that the person chose on another device. */
export async function loadAccount(): Promise<void> {
  const { account } = await call('GET /account');
  await acceptAccount(account);
}

/** An account as the server has it now: shown everywhere at once. */
export async function acceptAccount(account: Account): Promise<void> {
  const { id, name, email, image, language, timeZone } = account;
  const { user } = auth.get();
  if (user?.id !== id) return;
  accountState.set({ account });
  showPerson({ id, name, email, image });
  keepTimeZone(timeZone);
  if (language !== null && language !== readLocale()) await chooseLocale(language);
}

interface ShownPerson {
  id: string;
  name: string;
  /** null: as before. */
  email: string | null;
  image: string | null;
}

/** The person as the feed or the server has them; nothing happens where nothing differs. */
export function showPerson(person: ShownPerson): void {
  const { user } = auth.get();
  if (user === null || user.id !== person.id) return;
  const { name, image } = person;
  const email = person.email ?? user.email;
  if (user.name === name && user.email === email && user.image === image) return;
  auth.set({ user: { id: user.id, name, email, image } });
}

function keepTimeZone(zone: string | null): void {
  if (localStorage.getItem(ZONE_KEY) === zone) return;
  if (zone === null) localStorage.removeItem(ZONE_KEY);
  else localStorage.setItem(ZONE_KEY, zone);
  applyTimeZone(zone);
  // Times that are on the screen are written anew.
  i18n.activate(i18n.locale);
}

function applyTimeZone(zone: string | null): void {
  setTimeZone(zone !== null && isKnownZone(zone) ? zone : undefined);
}

/** A browser may not know a zone that the server knows; its own is better than none. */
function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
