import { createLocalJWKSet, errors, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkIdentityToken, hashOfToken, type TokenRules } from './identity-token.ts';
import { createGoogleProvider } from './provider.ts';

const CLIENT = '123.apps.example';
const NOW = new Date('2026-11-20T09:30:00.000Z');
const now = NOW.getTime() / 1000;

describe('checkIdentityToken', () => {
  let rules: TokenRules;
  let privateKey: CryptoKey;

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256');
    privateKey = pair.privateKey;
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256' }];
    const google = createGoogleProvider({ clientId: CLIENT, clientSecret: 'secret' });
    rules = { ...google, findKey: createLocalJWKSet({ keys }) };
  });

  const sign = (claims: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({
      iss: 'https://accounts.google.com',
      aud: CLIENT,
      azp: CLIENT,
      sub: '1',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      picture: 'https://img.example/ada.png',
      iat: now,
      exp: now + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey);

  it.each(['https://accounts.google.com', 'accounts.google.com'])('accepts the issuer %s', async (iss) => {
    const identity = await checkIdentityToken(rules, await sign({ iss }), NOW);
    expect(identity).toMatchObject({
      subject: '1',
      email: 'ada@example.com',
      name: 'Ada',
      image: 'https://img.example/ada.png',
      nonce: null,
      expiresAt: new Date((now + 3660) * 1000),
    });
  });

  it.each([
    'http://accounts.google.com',
    'https://accounts.google.com/',
    'https://accounts.google.com.evil.example',
    'https://evil.example/accounts.google.com',
    'https://accounts.google.com:443',
    'https://accounts.g00gle.com',
    'Accounts.google.com',
    'https://accounts.googIe.com',
  ])('rejects the issuer %s', async (iss) => {
    await expect(checkIdentityToken(rules, await sign({ iss }), NOW)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('accepts tokens for up to 60 seconds after expiry', async () => {
    const token = await sign();
    const at = (seconds: number): Date => new Date((now + 3600 + seconds) * 1000);
    await expect(checkIdentityToken(rules, token, at(59))).resolves.toMatchObject({ subject: '1' });
    await expect(checkIdentityToken(rules, token, at(61))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('responds with UNAVAILABLE while the provider’s keys cannot be loaded', async () => {
    const token = await sign();
    for (const failure of [
      new errors.JWKSTimeout(),
      new TypeError('fetch failed'),
      new errors.JOSEError('500'),
    ]) {
      const cut: TokenRules = { ...rules, findKey: () => Promise.reject(failure) };
      await expect(checkIdentityToken(cut, token, NOW)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });

  it('returns the same hash for the same token and different hashes for different tokens', async () => {
    const [one, two] = await Promise.all([sign(), sign({ sub: '2' })]);
    const hashes = await Promise.all(
      [one, one, two].map(async (token) =>
        (await checkIdentityToken(rules, token, NOW)).hash.toString('hex'),
      ),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  const DAY = 86_400;
  const longEmail = (length: number): string => `${'a'.repeat(length - 12)}@example.com`;

  it.each<[string, Record<string, unknown>]>([
    ['has the wrong issuer', { iss: 'https://evil.example' }],
    ['has the wrong audience', { aud: 'other' }],
    ['has the wrong audience', { aud: [CLIENT] }],
    ['was issued to another client', { azp: 'other' }],
    ['has no subject', { sub: '' }],
    ['has no subject', { sub: 's'.repeat(256) }],
    ['was issued in the future', { iat: now + 61 }],
    ['is valid for too long', { exp: now + DAY + 1 }],
    ['is valid for too long', { iat: now - DAY - 61, exp: now - 30 }],
    ['has expired', { iat: now - 120, exp: now - 60 }],
    ['has no email address', { email: longEmail(255) }],
    ['has no email address', { email: 'ada' }],
    ['has no email address', { email: 'ada@example.com x' }],
    ['has no email address', { email: 'x ada@example.com' }],
    ['has no email address', { email: ['ada@example.com'] }],
    ['has an email address that isn’t verified', { email_verified: false }],
    ['has an email address that isn’t verified', { email_verified: 'true' }],
    ['isn’t valid', { iss: undefined }],
    ['isn’t valid', { aud: undefined }],
    ['isn’t valid', { sub: undefined }],
    ['isn’t valid', { iat: undefined }],
    ['isn’t valid', { exp: undefined }],
    ['isn’t valid', { email: undefined }],
    ['isn’t valid', { iat: String(now) }],
    ['isn’t valid', { exp: String(now + 60) }],
  ])('rejects a token that %s: %j', async (what, claims) => {
    await expect(checkIdentityToken(rules, await sign(claims), NOW)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      detail: `The identity token ${what}.`,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['without an authorized party', { azp: undefined }],
    ['with a subject of maximum length', { sub: 's'.repeat(255) }],
    ['issued up to a minute in the future', { iat: now + 60 }],
    ['valid for a day', { exp: now + DAY }],
    ['that expired less than a minute ago', { iat: now - 120, exp: now - 59 }],
    ['of the maximum age', { iat: now - DAY - 60 + 1, exp: now - 59 }],
    ['with an email address of maximum length', { email: longEmail(254) }],
  ])('accepts tokens %s', async (_what, claims) => {
    await expect(checkIdentityToken(rules, await sign(claims), NOW)).resolves.toMatchObject({
      email: claims['email'] ?? 'ada@example.com',
    });
  });

  it('rejects oversized and malformed tokens and invalid signatures', async () => {
    const token = await sign();
    for (const [text, what] of [
      ['a'.repeat(8 * 1024 + 1), 'is too large'],
      ['a'.repeat(8 * 1024), 'isn’t a signed token'],
      [`x ${token}`, 'isn’t a signed token'],
      [`${token}.x`, 'isn’t a signed token'],
      [`${token.slice(0, token.lastIndexOf('.'))}.AAAA`, 'isn’t valid'],
    ] as const) {
      await expect(checkIdentityToken(rules, text, NOW), what).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        detail: `The identity token ${what}.`,
      });
    }
  });

  it('rejects tokens with a missing or unknown key id', async () => {
    const unnamed = await new SignJWT({ sub: '1' }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    await expect(checkIdentityToken(rules, unnamed, NOW)).rejects.toMatchObject({
      detail: 'The identity token has no key id.',
    });
    const other = await new SignJWT({ sub: '1' })
      .setProtectedHeader({ alg: 'RS256', kid: 'two' })
      .sign(privateKey);
    await expect(checkIdentityToken(rules, other, NOW)).rejects.toMatchObject({
      detail: 'The identity token is signed with an unknown key.',
    });
  });

  it('rejects algorithms other than the configured one, even if the provider has such a key', async () => {
    const pair = await generateKeyPair('RS512');
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one' }];
    const token = await new SignJWT({
      sub: '1',
      iss: 'accounts.google.com',
      aud: CLIENT,
      iat: now,
      exp: now + 60,
      email: 'a@b.c',
      email_verified: true,
    })
      .setProtectedHeader({ alg: 'RS512', kid: 'one' })
      .sign(pair.privateKey);
    const loose: TokenRules = { ...rules, findKey: createLocalJWKSet({ keys }) };
    await expect(checkIdentityToken(loose, token, NOW)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each<[unknown, string]>([
    ['  Ada\r\n\u0000Lovelace ', 'Ada Lovelace'],
    ['A'.repeat(201), 'A'.repeat(200)],
    ['', 'ada'],
    [undefined, 'ada'],
    [{ first: 'Ada' }, 'ada'],
    [' \t ', 'ada'],
  ])('parses the name %j as %s', async (name, shown) => {
    expect((await checkIdentityToken(rules, await sign({ name }), NOW)).name).toBe(shown);
  });

  it.each<[unknown, string | null]>([
    ['http://img.example/a.png', 'http://img.example/a.png'],
    ['javascript:alert(1)', null],
    ['xhttps://img.example', null],
    ['httpsx://img.example', null],
    ['not an address', null],
    [42, null],
    [`https://img.example/${'a'.repeat(1000 - 20)}`, `https://img.example/${'a'.repeat(1000 - 20)}`],
    [`https://img.example/${'a'.repeat(1000 - 19)}`, null],
  ])('parses the picture %j as %s', async (picture, image) => {
    expect((await checkIdentityToken(rules, await sign({ picture }), NOW)).image).toBe(image);
  });

  it.each<[unknown, string | null]>([
    ['corp.example', 'corp.example'],
    ['Corp.Example', 'corp.example'],
    ['xn--80ak6aa92e.a.co-op.example', 'xn--80ak6aa92e.a.co-op.example'],
    [`${'a.'.repeat(123)}example`, `${'a.'.repeat(123)}example`],
    [`${'a.'.repeat(123)}examples`, null],
    ['example', null],
    ['corp.example.', null],
    ['corp..example', null],
    ['.example', null],
    ['@corp.example', null],
    ['corp.example/', null],
    ['corp.ex ample', null],
    ['', null],
    [undefined, null],
    [['corp.example'], null],
  ])('parses the Workspace domain %j as %s', async (hd, domain) => {
    expect((await checkIdentityToken(rules, await sign({ hd }), NOW)).hostedDomain).toBe(domain);
  });

  it('ignores a nonce that is not a string', async () => {
    expect((await checkIdentityToken(rules, await sign({ nonce: 'n' }), NOW)).nonce).toBe('n');
    expect((await checkIdentityToken(rules, await sign({ nonce: 7 }), NOW)).nonce).toBeNull();
  });

  it('excludes the signature from the token hash', () => {
    expect(hashOfToken('head.body.one').equals(hashOfToken('head.body.two'))).toBe(true);
    expect(hashOfToken('head.body.one').equals(hashOfToken('head.bodz.one'))).toBe(false);
    expect(hashOfToken('head.body.one')).toHaveLength(32);
  });

  it('sets a retry delay in the error while the provider’s keys are unavailable', async () => {
    const cut: TokenRules = { ...rules, findKey: () => Promise.reject(new errors.JWKSTimeout()) };
    await expect(checkIdentityToken(cut, await sign(), NOW)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      detail: 'The identity provider isn’t responding. Try again.',
      retryAfterSeconds: 5,
    });
  });
});
