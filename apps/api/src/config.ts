import { z } from 'zod';
import { makeContactAddress } from '@hearth/contracts/teams/contact';
import { isGstin, stateOfGstin, STATES } from '@hearth/contracts/billing/gst';
import { PERIODS } from '@hearth/contracts/core/periods';
import { aiEnvironment, readAi, type AiSettings } from '#ai-settings.ts';
import type { S3Settings } from '#platform/storage/index.ts';

// All settings, validated once at start-up. Names and defaults are documented in docs/operations/configuration.md.

const port = z.coerce.number().int().min(0).max(65_535);
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

/** Accepts `hello@example.com` or `Hearth <hello@example.com>`. */
const mailAddress = z.string().regex(/^(?:[^\p{Cc}<>]+ <)?[^\s<>@]+@[^\s<>@]+>?$/u, {
  error: 'must be an email address, or a name and <address>',
});

const environment = z.object({
  WEB_PORT: port.default(3000),
  API_PORT: port.default(4000),
  API_HOST: z.string().default('localhost'),
  WEB_ORIGIN: origin.optional(),
  API_ORIGIN: origin.optional(),
  HEARTH_DATA: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  REDIS_URL: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  HEARTH_SECRET: z.string().min(32).optional(),
  SESSION_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(PERIODS.session * 86_400),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: mailAddress.optional(),
  CONTACT_ADDRESS: z.email().optional(),
  BILLING_NAME: z.string().max(120).optional(),
  BILLING_ADDRESS: z.string().max(300).optional(),
  BILLING_STATE: z
    .enum(Object.keys(STATES) as [string, ...string[]], {
      error: 'must be the code of an Indian state, such as 29',
    })
    .optional(),
  BILLING_GSTIN: z.string().refine(isGstin, { error: 'isn’t a valid GSTIN' }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, { error: 'must be the name of a bucket' })
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_PORT: port.optional(),
  ...aiEnvironment,
  HEARTH_CLOCK: z.iso.datetime({ offset: true }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

type Environment = z.infer<typeof environment>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

const RAZORPAY_API = 'https://api.razorpay.com/v1';

/** The payment gateway for the configured keys, or the sandbox with keys derived from the installation's secret (`loadPaymentKeys`). */
type Payment =
  | { isSandbox: false; url: string; keyId: string; keySecret: string; webhookSecrets: readonly string[] }
  | { isSandbox: true; url: string; port: number };

interface Seller {
  name: string;
  address: string;
  /** GST state code. */
  state: string;
  gstin: string;
}

export interface Config {
  webPort: number;
  apiPort: number;
  apiHost: string;
  webOrigin: string;
  apiOrigin: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  /** False behind a connection pooler that does not keep prepared statements. */
  hasPreparedStatements: boolean;
  redisUrl: string | undefined;
  google: { clientId: string; clientSecret: string } | undefined;
  /** Encrypts refresh tokens and invite links. If it is not set, a key is generated and stored in the data folder. */
  secret: string | undefined;
  sessionSeconds: number;
  hasRateLimits: boolean;
  isOnLoopback: boolean;
  /** Addresses or ranges of proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** SMTP server and sender address of outgoing email. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Bucket for files. Without a bucket, files are stored in the data folder. */
  s3: S3Settings | undefined;
  /** Recipient of the contact form. */
  contactAddress: string;
  /** Null if payments are disabled because real users can sign in but no gateway keys are set. */
  payment: Payment | null;
  /** The model used in addition to the built-in assistant. */
  ai: AiSettings;
  /** Initial time of the product clock, for development. Null for the system time. */
  clockStart: Date | null;

  /** The seller of Pro as shown on invoices. Without it, Pro can only be bought through the sandbox. */
  seller: Seller | undefined;
  logLevel: string;
}

/** Reads the settings. @throws Error with a message for the operator, if settings are invalid or inconsistent */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Hearth cannot start with these settings:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  if ((e.GOOGLE_CLIENT_ID === undefined) !== (e.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both, or neither.');
  }
  if ((e.SMTP_URL === undefined) !== (e.MAIL_FROM === undefined)) {
    throw new Error('SMTP_URL and MAIL_FROM go together: set both, or neither.');
  }
  const webOrigin = e.WEB_ORIGIN ?? `http://localhost:${e.WEB_PORT}`;
  const apiOrigin = e.API_ORIGIN ?? `http://localhost:${e.API_PORT}`;
  const isOnLoopback = LOOPBACK.has(e.API_HOST) && isLoopbackOrigin(webOrigin) && isLoopbackOrigin(apiOrigin);
  if (e.GOOGLE_CLIENT_ID === undefined && !isOnLoopback) {
    throw new Error(
      'The development identity provider lets anybody sign in as anybody, so it runs on loopback only: ' +
        'set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or keep API_HOST, WEB_ORIGIN and API_ORIGIN on localhost.',
    );
  }
  if (e.HEARTH_CLOCK !== undefined && e.GOOGLE_CLIENT_ID !== undefined) {
    throw new Error(
      'HEARTH_CLOCK is for development: it requires the development identity provider. ' +
        'Remove it, or remove GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  }
  return {
    webPort: e.WEB_PORT,
    apiPort: e.API_PORT,
    apiHost: e.API_HOST,
    webOrigin,
    apiOrigin,
    dataFolder: e.HEARTH_DATA,
    databaseUrl: e.DATABASE_URL,
    hasPreparedStatements: e.DATABASE_PREPARED_STATEMENTS === 'on',
    redisUrl: e.REDIS_URL,
    google:
      e.GOOGLE_CLIENT_ID === undefined || e.GOOGLE_CLIENT_SECRET === undefined
        ? undefined
        : { clientId: e.GOOGLE_CLIENT_ID, clientSecret: e.GOOGLE_CLIENT_SECRET },
    secret: e.HEARTH_SECRET,
    sessionSeconds: e.SESSION_SECONDS,
    hasRateLimits: e.RATE_LIMITS === 'on' || !isOnLoopback,
    isOnLoopback,
    trustedProxies: (e.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    mail:
      e.SMTP_URL === undefined || e.MAIL_FROM === undefined
        ? undefined
        : { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    s3: readS3(e),
    contactAddress: e.CONTACT_ADDRESS ?? makeContactAddress(webOrigin),
    payment: readPayment(e),
    ai: readAi(e),
    clockStart: e.HEARTH_CLOCK === undefined ? null : new Date(e.HEARTH_CLOCK),

    seller: readSeller(e),
    logLevel: e.LOG_LEVEL,
  };
}

function readPayment(e: Environment): Payment | null {
  const webhookSecrets = (e.RAZORPAY_WEBHOOK_SECRET ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = e;
  if (keyId !== undefined && keySecret !== undefined && webhookSecrets.length > 0) {
    const url = (e.RAZORPAY_URL ?? RAZORPAY_API).replace(/\/+$/, '');
    if (url.startsWith('http:') && !isLoopbackOrigin(url))
      throw new Error(
        'RAZORPAY_URL must use https or point to this machine, because the keys are sent to it.',
      );
    return { isSandbox: false, url, keyId, keySecret, webhookSecrets };
  }
  if (keyId !== undefined || keySecret !== undefined || webhookSecrets.length > 0) {
    throw new Error(
      'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET go together: set all three, or none.',
    );
  }
  if (e.RAZORPAY_URL !== undefined)
    throw new Error('RAZORPAY_URL requires RAZORPAY_KEY_ID and the other keys: set them too, or remove it.');
  if (e.GOOGLE_CLIENT_ID !== undefined) return null;
  const port = e.SANDBOX_PORT ?? placeSandbox(e.API_PORT);
  return { isSandbox: true, url: `http://localhost:${port}/v1`, port };
}

/** Derived from the API's port, so a second installation only has to change that port. Same formula as tools/setup/ports.mjs. */
function placeSandbox(apiPort: number): number {
  return apiPort + 100 > 65_535 ? apiPort - 100 : apiPort + 100;
}

function readS3(e: Environment): S3Settings | undefined {
  const given = [e.S3_ENDPOINT, e.S3_BUCKET, e.S3_ACCESS_KEY_ID, e.S3_SECRET_ACCESS_KEY];
  if (given.every((value) => value === undefined)) return undefined;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = given;
  if (
    endpoint === undefined ||
    bucket === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  ) {
    throw new Error(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set all four, or none.',
    );
  }
  return { endpoint, bucket, region: e.S3_REGION, accessKeyId, secretAccessKey };
}

function readSeller(e: z.infer<typeof environment>): Seller | undefined {
  const [name, address, state, gstin] = [e.BILLING_NAME, e.BILLING_ADDRESS, e.BILLING_STATE, e.BILLING_GSTIN];
  if ([name, address, state, gstin].every((value) => value === undefined)) return undefined;
  if (name === undefined || address === undefined || state === undefined || gstin === undefined) {
    throw new Error(
      'BILLING_NAME, BILLING_ADDRESS, BILLING_STATE and BILLING_GSTIN go together: set all four, or none.',
    );
  }
  if (stateOfGstin(gstin) !== state)
    throw new Error('BILLING_GSTIN belongs to a different state than BILLING_STATE.');
  return { name, address, state, gstin };
}

function isLoopbackOrigin(value: string): boolean {
  const host = new URL(value).hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK.has(host) || host.endsWith('.localhost');
}
