import { createRemoteJWKSet } from 'jose';
import * as oidc from 'openid-client';
import type { Config } from '#config.ts';
import type { TokenRules } from './identity-token.ts';

/** Identity provider used by sign-in: Google, or the development provider. */
export interface IdentityProvider extends TokenRules {
  /** Whether only tokens that this server handed to the same browser are accepted. */
  handsOverAllTokens: boolean;
  /** Runs discovery lazily: the server starts even if the provider is unavailable. */
  connect(): Promise<oidc.Configuration>;
  /** Reissues a token with timestamps of the product's clock if that clock is ahead of the provider's clock. */
  restamp(token: string): Promise<string>;
  /** Extra parameters of the authorization request. */
  startParameters: Readonly<Record<string, string>>;
}

const GOOGLE = 'https://accounts.google.com';
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
/** Minimum interval in ms between two fetches of the keys because of unknown key ids. */
const KEYS_COOLDOWN_MS = 60_000;
const RESPONSE_TIMEOUT_SECONDS = 10;

/** Creates the Google provider from fixed settings. The keys are fetched from a fixed address, never from one inside a token. */
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
      timeoutDuration: RESPONSE_TIMEOUT_SECONDS * 1000,
    }),
    handsOverAllTokens: true,
    connect: connectOnce(() => discover(GOOGLE, clientId, clientSecret)),
    restamp: async (token) => token,
    // Google issues a refresh token only for offline access. After the first time, it does so only with renewed consent.
    startParameters: { access_type: 'offline', prompt: 'select_account consent' },
  };
}

/** Runs OIDC discovery. `http` is allowed only for the development provider on this host. */
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
    { execute, timeout: RESPONSE_TIMEOUT_SECONDS },
  );
  found.timeout = RESPONSE_TIMEOUT_SECONDS;
  return found;
}

/** Connects on the first call and caches the result. After a failure, the next call retries. */
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

/** Returns whether the provider did not respond, or responded with an invalid response, 5xx or 429. The request can then be retried. */
export function isProviderUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.status === 429;
  // `fetch` reports a lost connection as a TypeError.
  if (error instanceof TypeError) return true;
  const { code } = error as { code?: string };
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}
