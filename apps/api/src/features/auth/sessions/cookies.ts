import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';

const DAY = 86_400;

/**
 * Browsers keep a cookie for at most 400 days. The cookie outlives its session, so that an expired session can be distinguished from a
 * missing one.
 */
export const SESSION_COOKIE_SECONDS = 400 * DAY;
/** Time limit in seconds of both steps of a sign-in: from its start to the callback, and from there to the use of the identity token. */
export const SIGN_IN_SECONDS = 10 * 60;
export const REFRESH_SECONDS = 60 * DAY;

const SIGN_IN_PATH = '/auth/google';

interface CookieKind {
  name: string;
  path: string;
  sameSite: 'lax' | 'strict';
  maxAge: number;
}

/** Sign-in cookies. All are HttpOnly; on https they are Secure and prefixed (`__Host-`, `__Secure-`). */
const KINDS = {
  session: { name: 'sid', path: '/', sameSite: 'lax', maxAge: SESSION_COOKIE_SECONDS },
  /** Holds state, nonce and verifier between start and callback. The callback is a cross-site navigation, hence `lax`. */
  flow: { name: 'signin', path: SIGN_IN_PATH, sameSite: 'lax', maxAge: SIGN_IN_SECONDS },
  /** Binds the identity token to this browser, against login CSRF. */
  handed: { name: 'handed', path: SIGN_IN_PATH, sameSite: 'strict', maxAge: SIGN_IN_SECONDS },
  refresh: { name: 'refresh', path: SIGN_IN_PATH, sameSite: 'strict', maxAge: REFRESH_SECONDS },
} as const satisfies Record<string, CookieKind>;

export type CookieName = keyof typeof KINDS;

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | null;
  write(reply: FastifyReply, name: CookieName, value: string): void;
  clear(reply: FastifyReply, name: CookieName): void;
}

export function createCookies(config: Pick<Config, 'apiOrigin'>): Cookies {
  const secure = config.apiOrigin.startsWith('https:');
  const prefixOf = (kind: CookieKind): string =>
    secure ? (kind.path === '/' ? '__Host-' : '__Secure-') : '';
  const write = (reply: FastifyReply, name: CookieName, value: string, maxAge: number): void => {
    const kind = KINDS[name];
    reply.setCookie(prefixOf(kind) + kind.name, value, {
      path: kind.path,
      sameSite: kind.sameSite,
      maxAge,
      httpOnly: true,
      secure,
    });
  };
  return {
    read: (request, name) => {
      const value = request.cookies[prefixOf(KINDS[name]) + KINDS[name].name];
      return value === undefined || value === '' ? null : value;
    },
    write: (reply, name, value) => write(reply, name, value, KINDS[name].maxAge),
    clear: (reply, name) => write(reply, name, '', 0),
  };
}
