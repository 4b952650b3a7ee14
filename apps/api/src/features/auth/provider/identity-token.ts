import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { AppError } from '#platform/errors.ts';

/** Rules for validating an identity token. */
export interface TokenRules {
  /** Identifies the provider in account keys, together with `sub`. Independent of the server's address. */
  name: string;
  /** All `iss` values that the provider uses; compared exactly. */
  issuers: readonly string[];
  clientId: string;
  findKey: JWTVerifyGetKey;
}

export interface Identity {
  subject: string;
  email: string;
  name: string;
  image: string | null;
  /** The Workspace domain that vouches for the address. Null if the account is not a Workspace account. */
  hostedDomain: string | null;
  nonce: string | null;
  /** Expiry time, including the allowed clock skew. */
  expiresAt: Date;
  /**
   * Hash of the signed part, which identifies the token against replay. The signature is excluded because one signature can be encoded in
   * several ways.
   */
  hash: Buffer;
}

const SKEW_SECONDS = 60;
/** Maximum token lifetime, which no provider exceeds. It limits the retention of replay records, which are kept until the token expires. */
const LONGEST_LIFE_SECONDS = 86_400;
const LARGEST_BYTES = 8 * 1024;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 200;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const EMAIL = /^[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+$/u;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Validates an identity token: signature, issuer, audience, times and the verified email address.
 * @throws AppError UNAUTHENTICATED with the reason; UNAVAILABLE if the provider's keys can't be fetched
 */
export async function checkIdentityToken(rules: TokenRules, token: string, now: Date): Promise<Identity> {
  if (token.length > LARGEST_BYTES) throw refuse('is too large');
  if (!COMPACT.test(token)) throw refuse('isn’t a signed token');
  const claims = await verifySignature(rules, token, now);

  if (!rules.issuers.includes(textOf(claims['iss']))) throw refuse('has the wrong issuer');
  if (claims['aud'] !== rules.clientId) throw refuse('has the wrong audience');
  if (claims['azp'] !== undefined && claims['azp'] !== rules.clientId)
    throw refuse('was issued to another client');
  const subject = textOf(claims['sub']);
  if (subject === '' || subject.length > 255) throw refuse('has no subject');

  const { iat, exp } = claims;
  if (iat > now.getTime() / 1000 + SKEW_SECONDS) throw refuse('was issued in the future');
  // The token has not expired, so limiting its lifetime also limits its age.
  if (exp - iat > LONGEST_LIFE_SECONDS) throw refuse('is valid for too long');

  const email = textOf(claims['email']);
  if (email.length > LONGEST_EMAIL || !EMAIL.test(email)) throw refuse('has no email address');
  if (claims['email_verified'] !== true) throw refuse('has an email address that isn’t verified');
  return {
    subject,
    email,
    name: nameOf(claims['name'], email),
    image: imageOf(claims['picture']),
    hostedDomain: domainOf(claims['hd']),
    nonce: typeof claims['nonce'] === 'string' ? claims['nonce'] : null,
    expiresAt: new Date((exp + SKEW_SECONDS) * 1000),
    hash: hashOfToken(token),
  };
}

/** Hashes the signed part of a token to identify it. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest();
}

/** jose has verified that both timestamps are present and numeric. */
type Claims = Record<string, unknown> & { iat: number; exp: number };

async function verifySignature(rules: TokenRules, token: string, now: Date): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, (header, input) => findKey(rules, header, input), {
      algorithms: ['RS256'],
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
      requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'email'],
    });
    return payload as Claims;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(error instanceof errors.JWTExpired ? 'has expired' : 'isn’t valid');
  }
}

async function findKey(
  rules: TokenRules,
  ...[header, input]: Parameters<JWTVerifyGetKey>
): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
  // Require a key id: without one, a provider with a single key would accept any token that this key verifies.
  if (typeof header.kid !== 'string') throw refuse('has no key id');
  try {
    return await rules.findKey(header, input);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) throw refuse('is signed with an unknown key');
    throw new AppError('UNAVAILABLE', 'The identity provider isn’t responding. Try again.', {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
}

function refuse(what: string): AppError {
  return new AppError('UNAUTHENTICATED', `The identity token ${what}.`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the name on one line, or the local part of the address if the provider sends no name. */
function nameOf(value: unknown, email: string): string {
  const name = textOf(value)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return name === '' ? (email.split('@')[0] ?? email) : name;
}

function domainOf(value: unknown): string | null {
  const domain = textOf(value).toLowerCase();
  return domain.length <= 253 && DOMAIN.test(domain) ? domain : null;
}

function imageOf(value: unknown): string | null {
  const address = textOf(value);
  if (address.length > 1000 || !URL.canParse(address)) return null;
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : null;
}
