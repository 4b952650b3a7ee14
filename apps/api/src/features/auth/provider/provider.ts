import { createRemoteJWKSet } from 'jose';
import * as oidc from 'openid-client';
import type { Config } from '#config.ts';
import type { TokenRules } from './identity-token.ts';

/** Identity provider as used by sign-in: Google, or the development one. */
export interface IdentityProvider extends TokenRules {
  /** Only tokens that this server handed to the same browser are accepted. */
  handsOverAllTokens: boolean;
  /** Lazy discovery, so that the server starts without the provider. */
  connect(): Promise<oidc.Configuration>;
  /** The same token with its times on the product's clock, where that is ahead of the provider's. */
  restamp(token: string): Promise<string>;
  /** Extra parameters of the authorization request. */
  startParameters: Readonly<Record<string, string>>;
}

const GOOGLE = 'https://accounts.google.com';
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
/** Minimum interval of refetching the keys for unknown key ids. */
const KEYS_COOLDOWN_MS = 60_000;
const ANSWER_WITHIN_SECONDS = 10;

/** Google by configuration. The keys come from a fixed address, never from one inside a token. */
export function createGoogleProvider({
  clientId,
  clientSecret,
}: NonNullable<Config['google']>): IdentityProvider {
  return {
    name: GOOGLE,
    issuers: [GOOGLE, 'accounts.google.com'],
    clientId,
    findKey: createRemoteJWKSet(new URL(GOOGLE_KEYS), {
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: ANSWER_WITHIN_SECONDS * 1000,
    }),
    handsOverAllTokens: true,
    connect: connectOnce(() => discover(GOOGLE, clientId, clientSecret)),
    restamp: async (token) => token,
    // Google issues a refresh token only for offline access, and after the first time only with a new consent.
    startParameters: { access_type: 'offline', prompt: 'select_account consent' },
  };
}

/** OIDC discovery. `http` is for the development provider on this machine. */
export async function discover(
  issuer: string,
  clientId: string,
  clientSecret: string,
): Promise<oidc.Configuration> {
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    oidc.ClientSecretBasic(clientSecret),
    { execute, timeout: ANSWER_WITHIN_SECONDS },
  );
  found.timeout = ANSWER_WITHIN_SECONDS;
  return found;
}

/** Connects on the first call and caches success; after a failure the next call retries. */
export function connectOnce(connect: () => Promise<oidc.Configuration>): () => Promise<oidc.Configuration> {
  let connected: Promise<oidc.Configuration> | null = null;
  return async () => {
    connected ??= connect();
    try {
      return await connected;
    } catch (error) {
      connected = null;
      throw error;
    }
  };
}

/** No response, or a 5xx of the provider: retryable. */
export function isProviderUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.status === 429;
  // `fetch` reports a lost connection as a TypeError.
  if (error instanceof TypeError) return true;
  const { code } = error as { code?: string };
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}
