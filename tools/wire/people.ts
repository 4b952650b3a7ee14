import { randomUUID } from 'node:crypto';
import type { Checks, Target } from './client.ts';
import { Person } from './client.ts';

let people = 0;

async function identityToken(target: Target, fields: Record<string, unknown> = {}): Promise<string> {
  people += 1;
  const given = { email: `wire-${people}-${randomUUID()}@example.com`, name: `Person ${people}`, ...fields };
  const { body } = await new Person(target).send('POST', '/dev/identity-tokens', given);
  return body.token as string;
}

export async function signIn(target: Target, fields: Record<string, unknown> = {}): Promise<Person> {
  const person = new Person(target);
  const token = await identityToken(target, fields);
  const { body } = await person.send('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` });
  person.id = body.user?.id ?? '';
  return person;
}

/** Sign-in: tokens, sessions, sign-out, origins. */
export async function checkSignIn(target: Target, checks: Checks): Promise<void> {
  const stranger = new Person(target);
  checks.status(
    'verify without a session',
    await stranger.send('POST', '/auth/verify'),
    401,
    'UNAUTHENTICATED',
  );
  checks.status('sign-in without a token', await stranger.send('POST', '/auth/google'), 401);
  const bearer = async (fields: Record<string, unknown>) =>
    stranger.send('POST', '/auth/google', undefined, {
      authorization: `Bearer ${await identityToken(target, fields)}`,
    });
  checks.status('an expired identity token', await bearer({ expiresInSeconds: -120 }), 401);
  checks.status('an unverified address', await bearer({ emailVerified: false }), 401);
  checks.status(
    'a forged token',
    await stranger.send('POST', '/auth/google', undefined, { authorization: 'Bearer a.b.c' }),
    401,
  );

  const person = new Person(target);
  const token = await identityToken(target, { email: `ada-${randomUUID()}@example.com`, name: 'Ada' });
  const signedIn = await person.send('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` });
  checks.status('sign-in', signedIn, 200);
  checks.fields('the signed-in user', signedIn.body.user, ['id', 'name', 'email', 'image']);
  const set = signedIn.headers.getSetCookie().find((one) => /sid=/.test(one)) ?? '';
  checks.expect(
    'the session cookie is HttpOnly and SameSite=Lax',
    /httponly/i.test(set) && /samesite=lax/i.test(set),
    set,
  );
  const verified = await person.send('POST', '/auth/verify');
  checks.status('verify', verified, 200);
  checks.expect(
    'verify gives the same person',
    verified.body.user?.id === signedIn.body.user?.id,
    verified.body,
  );
  checks.status(
    'a used token in another browser',
    await stranger.send('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` }),
    401,
  );
  checks.status(
    'a used token in the browser of its session',
    await person.send('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` }),
    200,
  );
  const again = await identityToken(target, { email: signedIn.body.user.email, name: 'Ada' });
  const second = new Person(target);
  const twin = await second.send('POST', '/auth/google', undefined, { authorization: `Bearer ${again}` });
  checks.expect(
    'the same address is the same person',
    twin.body.user?.id === signedIn.body.user?.id,
    twin.body,
  );

  checks.status(
    'a change from a foreign origin',
    await person.send('POST', '/teams', { name: 'X' }, { origin: 'https://evil.example' }),
    403,
    'ORIGIN_NOT_ALLOWED',
  );
  const start = await stranger.send('GET', '/auth/google/start');
  const location = start.headers.get('location') ?? '';
  checks.expect('start leads to the provider', start.status >= 300 && start.status < 400, start.status);
  checks.expect(
    'start uses PKCE, state and nonce',
    ['code_challenge=', 'code_challenge_method=S256', 'state=', 'nonce='].every((part) =>
      location.includes(part),
    ),
    location,
  );
  checks.status('refresh without its cookie', await stranger.send('POST', '/auth/google/refresh'), 401);

  const copy = new Person(target);
  copy.cookie = second.cookie;
  checks.status('sign-out', await second.send('POST', '/auth/signout'), 204);
  checks.status('an ended session', await copy.send('POST', '/auth/verify'), 401, 'UNAUTHENTICATED');
  checks.status('the other session lives on', await person.send('POST', '/auth/verify'), 200);
}
