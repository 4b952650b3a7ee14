import { type DestinationStream, type Level, type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import { LogDestination } from './log-destination.ts';

export type Logger = PinoLogger;

const HIDDEN = '[hidden]';

// Keys are compared without case, dashes and underscores, so `set-cookie`, `setCookie` and `SET_COOKIE` are equal.
const SECRET_KEYS = new Set([
  'authorization',
  'cookie',
  'cookies',
  'setcookie',
  'password',
  'secret',
  'clientsecret',
  'token',
  'tokens',
  'idtoken',
  'identitytoken',
  'accesstoken',
  'refreshtoken',
  'sessiontoken',
  'sessionid',
  'link',
  'links',
  'invitelink',
  'email',
  'emails',
  'mail',
  'databaseurl',
  'redisurl',
  'secretaccesskey',
]);

function isSecretKey(key: string): boolean {
  return SECRET_KEYS.has(key.replaceAll(/[-_]/g, '').toLowerCase());
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Replaces the values of secret keys in plain objects and arrays, at any depth. Skips class instances, because pino's
 * serializers convert requests and errors to plain objects first.
 */
function hideSecrets(value: unknown, seen = new Set<object>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  if (seen.has(value)) return '[circular]';
  seen.add(value);
  const hidden = Array.isArray(value)
    ? value.map((item) => hideSecrets(item, seen))
    : Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          isSecretKey(key) ? HIDDEN : hideSecrets(item, seen),
        ]),
      );
  seen.delete(value);
  return hidden;
}

// PostgreSQL repeats the offending values in these fields: `Key (email)=(…) already exists.`
const DATABASE_ERROR_VALUES = ['detail', 'where', 'internalQuery', 'query', 'parameters'];

function serializeError(error: Error): unknown {
  const plain: Record<string, unknown> = { ...stdSerializers.err(error) };
  for (const key of DATABASE_ERROR_VALUES) delete plain[key];
  return hideSecrets(plain);
}

let standardOutput: LogDestination | undefined;

/** Creates a structured JSON log with one line per event. Line breaks inside values are escaped to prevent forged log lines. */
export function createLogger(
  settings: { level?: Level | 'silent'; destination?: DestinationStream } = {},
): Logger {
  const options = {
    level: settings.level ?? 'info',
    base: {},
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => hideSecrets(fields) as Record<string, unknown>,
    },
    serializers: { err: serializeError, error: serializeError },
  };
  return pino(options, settings.destination ?? (standardOutput ??= new LogDestination(1)));
}
