import { createHmac, createPublicKey, createSign, type KeyObject } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeTeam, makeToken, presentToken } from '#testing/make.ts';
import { loadSigningKey, publicPartOf, type SigningKey } from '#features/auth/development/development-key.ts';
import { useApp } from '#testing/use-app.ts';

type Json = Record<string, unknown>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);

describeOneEngine('identity tokens', (engine) => {
  const server = useApp(engine);
  let key: SigningKey;
  let otherKey: JWK;
  let count = 0;

  beforeAll(async () => {
    key = await loadSigningKey(server.dataFolder);
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    otherKey = await exportJWK(privateKey);
  });

  /** Returns valid claims for a new user. */
  const good = (): Json => {
    count += 1;
    return {
      iss: `${server.apiOrigin}/dev/idp`,
      aud: 'hearth-development',
      sub: `subject-${count}`,
      email: `forged-${count}@example.com`,
      email_verified: true,
      name: 'Forged',
      iat: seconds(),
      exp: seconds() + 3600,
      jti: `token-${count}`,
    };
  };
  const sign = async (claims: Json, header: Json = {}, by: JWK = key): Promise<string> =>
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
      .sign(await importJWK(by, 'RS256'));
  const without = (name: string): Json => {
    const { [name]: _, ...rest } = good();
    return rest;
  };
  /** Signs a token with an invalid header, which libraries refuse to do. */
  const signRaw = (header: Json, payload: string): string => {
    const input = `${encode(header)}.${payload}`;
    const signer = createSign('RSA-SHA256').update(input);
    return `${input}.${signer.sign({ key, format: 'jwk' }).toString('base64url')}`;
  };
  const publicKey = (): KeyObject => createPublicKey({ key: publicPartOf(key), format: 'jwk' });
  const hmac = (secret: string | Buffer): string => {
    const input = `${encode({ alg: 'HS256', kid: key.kid })}.${encode(good())}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };

  /** Creates tokens that are valid except for one defect, by defect. */
  const FORGED: Record<string, () => string | Promise<string>> = {
    'alg none without a signature': () => `${encode({ alg: 'none' })}.${encode(good())}.`,
    'alg none with a valid signature': async () =>
      (await sign(good())).replace(/^[^.]+/, encode({ alg: 'none', kid: key.kid })),
    'HS256 with the public key as PEM': () => hmac(publicKey().export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as DER': () => hmac(publicKey().export({ type: 'spki', format: 'der' })),
    'RS512 instead of RS256': async () =>
      await new SignJWT(good())
        .setProtectedHeader({ alg: 'RS512', kid: key.kid })
        .sign(await importJWK({ ...key, alg: 'RS512' }, 'RS512')),
    'PS256 instead of RS256': async () =>
      await new SignJWT(good())
        .setProtectedHeader({ alg: 'PS256', kid: key.kid })
        .sign(await importJWK({ ...key, alg: 'PS256' }, 'PS256')),
    'another key with a known kid': () => sign(good(), {}, otherKey),
    'an unknown kid': () => sign(good(), { kid: 'unknown' }, otherKey),
    'the valid key with an unknown kid': () => sign(good(), { kid: 'unknown' }),
    'no kid': () => sign(good(), { kid: undefined }),
    'a path as kid': () => sign(good(), { kid: '../../../../dev/null' }, otherKey),
    'SQL as kid': () => sign(good(), { kid: "' or '1'='1" }, otherKey),
    'an embedded key (jwk)': () => sign(good(), { jwk: publicPartOf(otherKey as SigningKey) }, otherKey),
    'a key set URL (jku)': () => sign(good(), { jku: 'https://evil.example/keys' }, otherKey),
    'a certificate URL (x5u)': () => sign(good(), { x5u: 'https://evil.example/cert' }, otherKey),
    'an unknown critical header': () =>
      signRaw({ alg: 'RS256', kid: key.kid, crit: ['x'], x: 1 }, encode(good())),
    'an unencoded payload': () =>
      signRaw({ alg: 'RS256', kid: key.kid, crit: ['b64'], b64: false }, encode(good())),
    'a different issuer': () => sign({ ...good(), iss: 'https://accounts.google.com' }),
    'an issuer with a trailing slash': () => sign({ ...good(), iss: `${server.apiOrigin}/dev/idp/` }),
    'an issuer in upper case': () => sign({ ...good(), iss: `${server.apiOrigin}/DEV/IDP` }),
    'an issuer that starts with ours': () =>
      sign({ ...good(), iss: `${server.apiOrigin}/dev/idp.evil.example` }),
    'a list of issuers': () => sign({ ...good(), iss: [`${server.apiOrigin}/dev/idp`] }),
    'no issuer': () => sign(without('iss')),
    'a different audience': () => sign({ ...good(), aud: 'another-client' }),
    'a list of audiences that includes ours': () =>
      sign({ ...good(), aud: ['hearth-development', 'another'] }),
    'a list with only our audience': () => sign({ ...good(), aud: ['hearth-development'] }),
    'no audience': () => sign(without('aud')),
    'a different authorized party': () => sign({ ...good(), azp: 'another-client' }),
    'expired beyond the skew': () => sign({ ...good(), iat: seconds() - 3600, exp: seconds() - 62 }),
    'issued in the future': () => sign({ ...good(), iat: seconds() + 120, exp: seconds() + 3600 }),
    'not yet valid': () => sign({ ...good(), nbf: seconds() + 120 }),
    'issued days ago': () => sign({ ...good(), iat: seconds() - 3 * 86_400 }),
    'valid for years': () => sign({ ...good(), exp: seconds() + 3 * 365 * 86_400 }),
    'timestamps as strings': () => sign({ ...good(), exp: String(seconds() + 3600) }),
    'no expiry': () => sign(without('exp')),
    'no issue time': () => sign(without('iat')),
    'no subject': () => sign(without('sub')),
    'an empty subject': () => sign({ ...good(), sub: '' }),
    'a numeric subject': () => sign({ ...good(), sub: 7 }),
    'a subject that is too long': () => sign({ ...good(), sub: 's'.repeat(300) }),
    'no email address': () => sign(without('email')),
    'an invalid email address': () => sign({ ...good(), email: 'nobody' }),
    'an email address with a line break': () => sign({ ...good(), email: 'a@example.com\nb@example.com' }),
    'an email address with NUL': () => sign({ ...good(), email: 'a\u0000@example.com' }),
    'an unverified email address': () => sign({ ...good(), email_verified: false }),
    'no email_verified claim': () => sign(without('email_verified')),
    'email_verified as a string': () => sign({ ...good(), email_verified: 'true' }),
    'email_verified as a number': () => sign({ ...good(), email_verified: 1 }),
    'more than 8 KiB': () => sign({ ...good(), padding: 'x'.repeat(8 * 1024) }),
    garbage: () => 'not a token at all'.replaceAll(' ', '-'),
    'only dots': () => '...',
    'a payload that is not JSON': () => signRaw({ alg: 'RS256', kid: key.kid }, 'bm90IEpTT04'),
    'a list as payload': () => signRaw({ alg: 'RS256', kid: key.kid }, encode([good()])),
    'a truncated token': async () => (await sign(good())).slice(0, -40),
    'a token without its signature': async () => (await sign(good())).replace(/[^.]+$/, ''),
    'changed claims with the original signature': async () => {
      const [header, , signature] = (await sign(good())).split('.');
      return `${header}.${encode({ ...good(), email: 'admin@example.com' })}.${signature}`;
    },
    'a nested token': async () =>
      signRaw(
        { alg: 'RS256', kid: key.kid, cty: 'JWT' },
        Buffer.from(await sign(good())).toString('base64url'),
      ),
    'an encrypted token': () => `${encode({ alg: 'dir', enc: 'A256GCM' })}..aaaa.bbbb.cccc`,
  };

  it('accepts valid tokens, including tokens expired within the clock skew', async () => {
    for (const extra of [{}, { azp: 'hearth-development' }, { exp: seconds() - 50, iat: seconds() - 3600 }]) {
      const response = await presentToken(new Client(server), await sign({ ...good(), ...extra }));
      expect([response.status, response.body.detail]).toEqual([200, undefined]);
    }
  });

  it.each(Object.keys(FORGED))('rejects a forged token: %s', async (name) => {
    const client = new Client(server);
    const response = await presentToken(client, (await FORGED[name]?.()) ?? '');
    expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(client.cookies.size).toBe(0);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no scheme', '{token}'],
    ['a different scheme', 'Basic {token}'],
    ['nothing after the scheme', 'Bearer'],
    ['two tokens', 'Bearer {token} {token}'],
    ['two tokens separated by a comma', 'Bearer {token},{token}'],
    ['two schemes', 'Bearer {token}, Bearer {token}'],
  ])('rejects an invalid Authorization header: %s', async (_name, header) => {
    const token = await sign(good());
    const authorization = header?.replaceAll('{token}', token);
    const response = await new Client(server).send<{ code: string }>('POST', '/auth/google', {
      headers: { authorization },
    });
    expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('accepts a lowercase Authorization scheme', async () => {
    const response = await presentToken(new Client(server), '', {
      authorization: `bearer ${await sign(good())}`,
    });
    expect(response.status).toBe(200);
  });

  it('sanitizes the name, derives a missing one from the email address and drops unsafe picture URLs', async () => {
    const odd = { name: '  Line\nbreak\u0007 ', picture: 'javascript:alert(1)' };
    const response = await presentToken(new Client(server), await sign({ ...good(), ...odd }));
    expect(response.body.user).toMatchObject({ name: 'Line break', image: null });
    const none = await presentToken(
      new Client(server),
      await sign({ ...without('name'), email: 'solo@example.com' }),
    );
    expect(none.body.user.name).toBe('solo');
  });

  it('updates a changed email address and rejects one that belongs to another account', async () => {
    const claims = good();
    const first = await presentToken(new Client(server), await sign(claims));
    const moved = { ...claims, email: `moved-${count}@example.com`, jti: 'moved' };
    const second = await presentToken(new Client(server), await sign(moved));
    expect(second.body.user).toMatchObject({ id: first.body.user.id, email: moved.email });

    for (const email of [moved.email, moved.email.toUpperCase()]) {
      const client = new Client(server);
      const taken = await presentToken(client, await sign({ ...good(), email }));
      expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
      expect(taken.body.detail).toContain('belongs to another account');
      expect(client.cookies.size).toBe(0);
    }
  });

  it('writes one audit entry per team for repeated sign-ins with another account’s email address', async () => {
    const claims = good();
    const client = new Client(server);
    const { body } = await presentToken(client, await sign(claims));
    const teams = [await makeTeam(client, 'One'), await makeTeam(client, 'Two')].map(({ _id }) => _id);
    for (let tries = 0; tries < 3; tries += 1) {
      const other = { ...good(), email: claims['email'] };
      expect((await presentToken(new Client(server), await sign(other))).status).toBe(409);
    }
    for (const teamId of teams) {
      const entries = await asOwner(server.app.db, (tx) =>
        tx
          .selectFrom('audit_entries')
          .select(['actor', 'object', 'object_id', 'object_name', 'details'])
          .where('team_id', '=', teamId)
          .where('act', '=', 'member.signInRefused')
          .execute(),
      );
      const about = { object: 'member', object_id: body.user.id, object_name: null, details: {} };
      expect(entries).toEqual([{ actor: null, ...about }]);
    }
  });

  it('issues development tokens with the requested expiry and email verification', async () => {
    const present = async (options: Parameters<typeof makeToken>[2]): Promise<number> =>
      (await presentToken(new Client(server), await makeToken(server, 'wish@example.com', options))).status;
    expect(await present({ expiresInSeconds: 30 })).toBe(200);
    expect(await present({ expiresInSeconds: -30 })).toBe(200);
    expect(await present({ expiresInSeconds: -90 })).toBe(401);
    expect(await present({ emailVerified: false })).toBe(401);
  });
});
