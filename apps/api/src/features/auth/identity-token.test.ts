import { createLocalJWKSet, errors, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkIdentityToken, type TokenRules } from './identity-token.ts';
import { createGoogleProvider } from './provider.ts';

const CLIENT = '123.apps.example';
const NOW = new Date('2026-11-20T09:30:00.000Z');
const now = NOW.getTime() / 1000;

describe('identity tokens of Google', () => {
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

  it.each(['https://accounts.google.com', 'accounts.google.com'])('may be issued by %s', async (iss) => {
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
  ])('may not be issued by %s', async (iss) => {
    await expect(checkIdentityToken(rules, await sign({ iss }), NOW)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('hold for 60 seconds beyond their expiry and no longer', async () => {
    const token = await sign();
    const at = (seconds: number): Date => new Date((now + 3600 + seconds) * 1000);
    await expect(checkIdentityToken(rules, token, at(59))).resolves.toMatchObject({ subject: '1' });
    await expect(checkIdentityToken(rules, token, at(61))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are not called wrong while the keys of the provider cannot be had', async () => {
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

  it('are told apart by their signed part', async () => {
    const [one, two] = await Promise.all([sign(), sign({ sub: '2' })]);
    const hashes = await Promise.all(
      [one, one, two].map(async (token) =>
        (await checkIdentityToken(rules, token, NOW)).hash.toString('hex'),
      ),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });
});
