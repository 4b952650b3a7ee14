import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import type { App } from '#platform/feature.ts';
import { subjectOf } from './development-key.ts';
import { chooserPage, expiredPage, pagePolicy } from './development-pages.ts';
import { DEVELOPMENT_PATH, hostedDomainOf, type DevelopmentProvider } from './development-provider.ts';
import { DevelopmentStore } from './development-store.ts';

const REFRESH_TOKEN_SECONDS = 60 * 86_400;
const CHOICE = z.object({ email: z.email().max(254), name: z.string().trim().min(1).max(200) });

interface Running {
  provider: Provider;
  store: DevelopmentStore;
  handle: ReturnType<Provider['callback']>;
}

/**
 * Mounts the development provider and its account chooser on the API's server. The provider is lazy-loaded, because most server starts do
 * not need it.
 */
export async function mountDevelopmentProvider(
  app: App,
  server: FastifyInstance,
  development: DevelopmentProvider,
): Promise<void> {
  let running: Promise<Running> | null = null;
  const run = (): Promise<Running> => (running ??= createProvider(app, development));

  await server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      const choice = '/interaction/:uid';

      // Pass the body through unparsed: the provider parses it itself.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/*', async (request, reply) => {
        const { handle } = await run();
        reply.hijack();
        const raw = request.raw as typeof request.raw & { originalUrl?: string | undefined };
        raw.originalUrl = raw.url;
        raw.url = raw.url?.slice(DEVELOPMENT_PATH.length) ?? '/';
        dropSessionCookies(raw);
        reply.raw.setHeader('cache-control', 'private, no-store');
        await handle(raw, reply.raw);
      });

      await scope.register(async (pages) => {
        pages.removeContentTypeParser('*');
        pages.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string', bodyLimit: 8192 },
          (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
        );
        const show = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
          reply
            .code(status)
            .header('content-security-policy', pagePolicy(app.config.webOrigin))
            .type('text/html; charset=utf-8')
            .send(html);

        pages.get(choice, async (request, reply) => {
          const { provider, store } = await run();
          const isOpen = await hasInteraction(provider, request.raw, reply.raw);
          if (!isOpen) return show(reply, expiredPage(), 400);
          return show(reply, chooserPage(store.listAccounts(), null));
        });

        pages.post(choice, async (request, reply) => {
          const { provider, store } = await run();
          if (!(await hasInteraction(provider, request.raw, reply.raw)))
            return show(reply, expiredPage(), 400);
          const given = (request.body ?? {}) as Record<string, string>;
          if (given['cancel'] !== undefined) {
            const refusal = { error: 'access_denied', error_description: 'The person cancelled.' };
            return reply.redirect(await provider.interactionResult(request.raw, reply.raw, refusal), 303);
          }
          const chosen = CHOICE.safeParse(given);
          if (!chosen.success) {
            return show(reply, chooserPage(store.listAccounts(), 'Give a name and a mail address.'), 400);
          }
          const subject = subjectOf(chosen.data.email);
          await store.putAccount({ subject, ...chosen.data });
          const result = { login: { accountId: subject } };
          return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
        });
      });
    },
    { prefix: DEVELOPMENT_PATH },
  );
}

/**
 * Removes the provider's session cookies, to show the chooser each time. Otherwise the provider would first ask to sign out the previous
 * user.
 */
function dropSessionCookies(request: IncomingMessage): void {
  const cookies = request.headers.cookie?.split(/;\s*/).filter((pair) => !pair.startsWith('_session'));
  if (cookies !== undefined) request.headers.cookie = cookies.join('; ');
}

async function hasInteraction(
  provider: Provider,
  ...of: Parameters<Provider['interactionDetails']>
): Promise<boolean> {
  try {
    await provider.interactionDetails(...of);
    return true;
  } catch (error) {
    if ((error as Error).name === 'SessionNotFound') return false;
    throw error;
  }
}

async function createProvider(app: App, development: DevelopmentProvider): Promise<Running> {
  const { default: OidcProvider } = await import('oidc-provider');
  const { signingKey, issuer, clientId, clientSecret } = development;
  const store = await DevelopmentStore.open(app.clock, app.config.dataFolder);
  const provider = new OidcProvider(issuer, {
    adapter: (model: string) => store.adapterFor(model),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${app.config.apiOrigin}/auth/google/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: [app.ids.newToken(32)] },
    // Like Google: the identity token contains the profile, without a second request.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name', 'jti'] },
    scopes: ['openid'],
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
    },
    interactions: { url: (_context, { uid }) => `${DEVELOPMENT_PATH}/interaction/${uid}` },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: REFRESH_TOKEN_SECONDS,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: 3600,
    },
    findAccount: async (_context, subject) => {
      const account = store.findAccount(subject);
      if (account === undefined) return undefined;
      const { email, name } = account;
      const hd = hostedDomainOf(email);
      const claims = { sub: subject, email, email_verified: true, name, ...(hd === '' ? {} : { hd }) };
      // Unique id: each token can be used only once, and two tokens issued in the same second would be identical otherwise.
      return { accountId: subject, claims: async () => ({ ...claims, jti: app.ids.uuid() }) };
    },
    // Choosing an account is the consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: async (context, out) => {
      context.type = 'text/plain';
      context.body = `${out.error}: ${out.error_description ?? 'the identity provider could not go on'}`;
    },
  });
  provider.on('server_error', (_context, error) =>
    app.log.error({ err: error }, 'the development identity provider failed'),
  );
  return { provider, store, handle: provider.callback() };
}
