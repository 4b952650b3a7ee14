import type { Account } from '@hearth/contracts/account/account';
import {
  mergeShortcuts,
  type CustomShortcuts,
  type ShortcutChanges,
} from '@hearth/contracts/account/shortcut-values';
import { acceptAccount } from '#platform/session/account.ts';
import { ApiError, call } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth } from '#platform/session/session.ts';
import { createState } from '#platform/client-state/state.ts';
import {
  SHORTCUTS_STORAGE_KEY,
  setCustomShortcuts,
  type ShortcutsByAction,
} from '#ui/keyboard/shortcut-registry.ts';
import { ALL_ACTIONS } from './all-actions.ts';
import { resolveKeys } from './resolve-keys.ts';

/** The data stored on this device. `ui/keyboard/shortcut-registry.ts` starts with `byAct`. */
interface StoredShortcuts {
  userId: string;
  own: CustomShortcuts;
  /** Changes that are not synced yet. */
  due: ShortcutChanges;
  byAct: ShortcutsByAction;
}

/** Custom shortcuts by action id. */
export const customShortcuts = createState<{ own: CustomShortcuts }>({ own: readStored()?.own ?? {} });
let isSending = false;

window.addEventListener('online', () => void send());
window.addEventListener('storage', ({ key }) => {
  // Another tab of this browser has changed the shortcuts.
  if (key === SHORTCUTS_STORAGE_KEY) show(readStored()?.own ?? {});
});

/** Applies the server's account. Unsynced changes take precedence. */
export function applyAccount({ id, shortcuts }: Pick<Account, 'id' | 'shortcuts'>): void {
  const stored = readStored();
  const due = stored?.userId === id ? stored.due : {};
  store(id, mergeShortcuts(shortcuts, due), due);
  void send();
}

/** Changes shortcuts immediately and syncs them to the account once the server is reachable. */
export function changeShortcuts(changes: ShortcutChanges): void {
  const userId = auth.get().user?.id;
  if (userId === undefined) return;
  const stored = readStored();
  const isOwn = stored?.userId === userId;
  store(userId, mergeShortcuts(isOwn ? stored.own : {}, changes), {
    ...(isOwn ? stored.due : {}),
    ...changes,
  });
  void send();
}

async function send(): Promise<void> {
  const stored = readStored();
  if (stored === null || isSending || stored.userId !== auth.get().user?.id) return;
  if (Object.keys(stored.due).length === 0) return;
  isSending = true;
  let isAnswered = true;
  try {
    const { account } = await call('PATCH /account', { body: { shortcuts: stored.due } });
    settle(stored.due);
    // The shell passes the account to `applyAccount`, together with any other changes.
    await acceptAccount(account);
  } catch (error) {
    const isRefused = error instanceof ApiError && [400, 403, 404, 413, 422].includes(error.status);
    isAnswered = isRefused;
    if (isRefused) {
      settle(stored.due);
      showError(explainError(error));
    }
  }
  isSending = false;
  // Sends changes made in the meantime. Without a response, they wait for the network or the next start.
  if (isAnswered) void send();
}

/** Removes synced changes unless they have changed again since. */
function settle(sent: ShortcutChanges): void {
  const stored = readStored();
  if (stored === null) return;
  const due = Object.entries(stored.due).filter(([act, keys]) => sent[act] !== keys);
  store(stored.userId, stored.own, Object.fromEntries(due));
}

function store(userId: string, own: CustomShortcuts, due: ShortcutChanges): void {
  const stored: StoredShortcuts = { userId, own, due, byAct: resolveKeys(ALL_ACTIONS, own) };
  try {
    if (Object.keys({ ...own, ...due }).length === 0) localStorage.removeItem(SHORTCUTS_STORAGE_KEY);
    else localStorage.setItem(SHORTCUTS_STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Best effort: storage may be full or forbidden. The shortcuts then apply until the user leaves this page, or are restored from the
    // account.
  }
  show(own);
}

function show(own: CustomShortcuts): void {
  customShortcuts.set({ own });
  setCustomShortcuts(resolveKeys(ALL_ACTIONS, own));
}

function readStored(): StoredShortcuts | null {
  try {
    return JSON.parse(localStorage.getItem(SHORTCUTS_STORAGE_KEY) ?? 'null') as StoredShortcuts | null;
  } catch {
    return null;
  }
}
