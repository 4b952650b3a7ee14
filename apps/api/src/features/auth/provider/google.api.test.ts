import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { signIn } from '#features/auth/sign-in/auth.service.ts';
import { createCookies } from '#features/auth/sessions/cookies.ts';
import { hashOfToken } from './identity-token.ts';
import { createGoogleProvider, discover, type IdentityProvider } from './provider.ts';
import { createSignInFlow } from '#features/auth/sign-in/sign-in-flow.ts';

// Google is unreachable from tests. Its keys are replaced by test keys, and its other endpoints do not respond.
describeOneEngine('sign-in with Google', (engine) => {
  const server = fastify();
  let main: TestApp;
  let privateKey: CryptoKey;
  let apiOrigin: string;
  let count = 0;

  beforeAll(async () => {
    main = await startApp(engine);
    const pair = await generateKeyPair('RS256');
    privateKey = pair.privateKey;
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256' }];
    const provider: IdentityProvider = {
      ...createGoogleProvider({ clientId: 'client', clientSecret: 'secret' }),
      findKey: createLocalJWKSet({ keys }),
      connect: () => Promise.reject(new TypeError('fetch failed')),
    };
    const cookies = createCookies(main.app.config);
    const flow = createSignInFlow(main.app, cookies, provider);
    await server.register(cookie);
    server.post(
      '/auth/google',
      async (request, reply) => await signIn({ app: main.app, cookies, provider }, request, reply),
    );
    server.get('/auth/google/start', async (_request, reply) => {
      await flow.start(reply, { mode: 'page', next: '/dashboard' });
    });
    server.get('/auth/google/callback', async (request, reply) => {
      await flow.finish(request, reply);
    });
    server.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof AppError ? error.status : 500).send(),
    );
    apiOrigin = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await main.close();
  });

  const newClient = (): Client => {
    return new Client({ apiOrigin, webOrigin: main.webOrigin });
  };
  const makeToken = async (): Promise<string> => {
    count += 1;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      email: `g${count}@example.com`,
      email_verified: true,
      name: 'G',
      iat: now,
      exp: now + 3600,
    };
    return await new SignJWT({
      ...claims,
      iss: 'https://accounts.google.com',
      aud: 'client',
      sub: `g${count}`,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey);
  };
  const present = async (client: Client, token: string): Promise<number> =>
    (await client.send('POST', '/auth/google', { headers: { authorization: `Bearer ${token}` } })).status;

  it('accepts only tokens issued to the same browser', async () => {
    const token = await makeToken();
    const client = newClient();
    expect(await present(client, token)).toBe(401);
    const handed = (of: string) => ({ value: hashOfToken(of).toString('base64url'), path: '/auth/google' });
    client.cookies.set('handed', handed(await makeToken()));
    expect(await present(client, token)).toBe(401);
    client.cookies.set('handed', handed(token));
    expect(await present(client, token)).toBe(200);
    expect(client.cookies.has('sid')).toBe(true);
  });

  it('redirects to the popup page with an error if the provider is unreachable or the callback unexpected', async () => {
    const start = await newClient().get('/auth/google/start');
    expect(start.status).toBe(302);
    expect(start.headers.get('location')).toBe(
      `${main.webOrigin}/auth/popup#error=unavailable&mode=page&next=%2Fdashboard`,
    );
    const back = await newClient().get('/auth/google/callback?code=x&state=y');
    expect(back.headers.get('location')).toBe(
      `${main.webOrigin}/auth/popup#error=expired&mode=popup&next=%2F`,
    );
  });

  it('rejects a provider whose metadata names a different issuer', async () => {
    const provider = fastify();
    let says = '';
    provider.get('/.well-known/openid-configuration', async () => ({
      issuer: says,
      authorization_endpoint: `${says}/auth`,
      token_endpoint: `${says}/token`,
      jwks_uri: `${says}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }));
    const address = await provider.listen({ port: 0, host: '127.0.0.1' });
    try {
      says = address;
      expect((await discover(address, 'client', 'secret')).serverMetadata().issuer).toBe(address);
      says = 'https://evil.example';
      await expect(discover(address, 'client', 'secret')).rejects.toThrow();
    } finally {
      await provider.close();
    }
  });
});
