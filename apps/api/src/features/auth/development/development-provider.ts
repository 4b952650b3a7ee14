import { createLocalJWKSet, decodeJwt, importJWK, SignJWT } from 'jose';
import type { App } from '#platform/feature.ts';
import { loadSigningKey, publicPartOf, subjectOf, type SigningKey } from './development-key.ts';
import { connectOnce, discover, type IdentityProvider } from '#features/auth/provider/provider.ts';

export const DEVELOPMENT_PATH = '/dev/idp';
const CLIENT_ID = 'hearth-development';
const TOKEN_SECONDS = 3600;

interface TokenOptions {
  email: string;
  name: string;
  image?: string | undefined;
  emailVerified?: boolean | undefined;
  /** A negative value creates an expired token. */
  expiresInSeconds?: number | undefined;
  /**
   * The Workspace domain. Defaults to the domain of the address, as if each domain were a Workspace. An empty string means no Workspace.
   */
  hd?: string | undefined;
}

/** Returns the domain of the address as its Workspace domain. Returns an empty string for gmail.com, whose accounts have none. */
export function hostedDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain === 'gmail.com' ? '' : domain;
}

export interface DevelopmentProvider extends IdentityProvider {
  issuer: string;
  clientSecret: string;
  signingKey: SigningKey;
  signToken(options: TokenOptions): Promise<string>;
}

/**
 * Creates an identity provider that replaces Google in development and lets anyone sign in as anyone.
 * @throws Error if it would be reachable from another host or if Google is configured
 */
export async function createDevelopmentProvider(app: App): Promise<DevelopmentProvider> {
  const { config } = app;
  if (config.google !== undefined || !config.isOnLoopback) {
    throw new Error(
      'The development identity provider requires a loopback address and no Google credentials.',
    );
  }
  const issuer = config.apiOrigin + DEVELOPMENT_PATH;
  const signingKey = await loadSigningKey(config.dataFolder);
  const privateKey = await importJWK(signingKey, 'RS256');
  const clientSecret = app.ids.newToken(32);
  return {
    name: 'development',
    issuers: [issuer],
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    signingKey,
    findKey: createLocalJWKSet({ keys: [publicPartOf(signingKey)] }),
    // Test programs get tokens from POST /dev/identity-tokens, outside the browser flow.
    handsOverAllTokens: false,
    connect: connectOnce(() => discover(issuer, CLIENT_ID, clientSecret)),
    startParameters: {},
    async restamp(token) {
      const { aheadMs } = app.clock;
      if (aheadMs === 0) return token;
      const ahead = Math.floor(aheadMs / 1000);
      const claims = decodeJwt(token);
      return await new SignJWT({ ...claims, iat: (claims.iat ?? 0) + ahead, exp: (claims.exp ?? 0) + ahead })
        .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, typ: 'JWT' })
        .sign(privateKey);
    },
    async signToken(options) {
      const now = Math.floor(app.clock.now().getTime() / 1000);
      const hd = options.hd ?? hostedDomainOf(options.email);
      const lifetimeSeconds = options.expiresInSeconds ?? TOKEN_SECONDS;
      return await new SignJWT({
        email: options.email,
        email_verified: options.emailVerified ?? true,
        name: options.name,
        ...(options.image === undefined ? {} : { picture: options.image }),
        ...(hd === '' ? {} : { hd }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(CLIENT_ID)
        .setSubject(subjectOf(options.email))
        .setIssuedAt(lifetimeSeconds < 0 ? now + lifetimeSeconds - 1 : now)
        .setExpirationTime(now + lifetimeSeconds)
        // Unique id: each token can be used only once, so two tokens issued in the same second must differ.
        .setJti(app.ids.uuid())
        .sign(privateKey);
    },
  };
}
