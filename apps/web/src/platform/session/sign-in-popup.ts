import { apiOrigin } from '#platform/api/api-client.ts';

/**
 * The popup ends on a page of our own origin. That page passes the identity token by BroadcastChannel. `opener` is not available because
 * identity providers' opener policies sever it. `window.closed` does not prove that the user gave up.
 */
const AUTH_CHANNEL = 'hearth-auth';

type AuthMessage =
  | { kind: 'result'; id: string; token: string }
  | { kind: 'result'; id: string; error: string }
  | { kind: 'received'; id: string };

/** Timeout of a sign-in. */
const GIVE_UP_MS = 10 * 60_000;
/** Set in the tab that navigated away for a full-page sign-in. Only that tab may complete a sign-in without a popup. */
const PAGE_SIGN_IN_KEY = 'hearth:page-sign-in';
const POPUP_FEATURES = 'popup,width=480,height=640';

export class SignInCancelled extends Error {
  override readonly name = 'SignInCancelled';
}

export interface SignInAttempt {
  token: Promise<string>;
  cancel(): void;
}

/**
 * Opens the popup. Must be called in the click handler before any await. Otherwise browsers block the popup. If the popup is blocked
 * nevertheless, the whole page goes to the identity provider and returns to `next`.
 */
export function startSignIn(next: string): SignInAttempt {
  sessionStorage.removeItem(PAGE_SIGN_IN_KEY);
  const popup = window.open(`${apiOrigin}/auth/google/start?mode=popup`, 'hearth-sign-in', POPUP_FEATURES);
  if (popup === null) {
    sessionStorage.setItem(PAGE_SIGN_IN_KEY, next);
    location.assign(`${apiOrigin}/auth/google/start?mode=page&next=${encodeURIComponent(next)}`);
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const channel = new BroadcastChannel(AUTH_CHANNEL);
  const cancel = () => {
    popup?.close();
    reject(new SignInCancelled('Sign-in was cancelled.'));
  };
  const timer = setTimeout(cancel, GIVE_UP_MS);
  channel.addEventListener('message', ({ data }: MessageEvent<AuthMessage>) => {
    if (data.kind !== 'result') return;
    channel.postMessage({ kind: 'received', id: data.id } satisfies AuthMessage);
    if ('token' in data) resolve(data.token);
    else reject(data.error === 'access_denied' ? new SignInCancelled(data.error) : new Error(data.error));
  });
  const token = promise.finally(() => {
    clearTimeout(timer);
    channel.close();
  });
  return { token, cancel };
}

type AuthResult = { token: string } | { error: string };

/** Parses `#token=…` or `#error=…`. */
export function readAuthResult(hash: string): AuthResult {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const token = fields.get('token');
  return token !== null && token !== '' ? { token } : { error: fields.get('error') ?? 'missing_token' };
}

/** Returns the path to return to after this tab's full-page sign-in. Returns null if there was none. Can be read only once. */
export function takePageSignIn(): string | null {
  const next = sessionStorage.getItem(PAGE_SIGN_IN_KEY);
  sessionStorage.removeItem(PAGE_SIGN_IN_KEY);
  return next;
}

const HAND_OVER_EVERY_MS = 150;
const HAND_OVER_LIMIT_MS = 5000;

/**
 * Posts the result repeatedly until the waiting tab confirms it.
 * @returns false if no tab confirmed it
 */
export async function postResult(result: AuthResult): Promise<boolean> {
  const id = crypto.randomUUID();
  const channel = new BroadcastChannel(AUTH_CHANNEL);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const offer = () => channel.postMessage({ kind: 'result', id, ...result } satisfies AuthMessage);
  channel.addEventListener('message', ({ data }: MessageEvent<AuthMessage>) => {
    if (data.kind === 'received' && data.id === id) resolve(true);
  });
  const repeat = setInterval(offer, HAND_OVER_EVERY_MS);
  const limit = setTimeout(() => resolve(false), HAND_OVER_LIMIT_MS);
  offer();
  try {
    return await promise;
  } finally {
    clearInterval(repeat);
    clearTimeout(limit);
    channel.close();
  }
}
