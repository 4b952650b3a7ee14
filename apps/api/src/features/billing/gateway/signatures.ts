import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_DIGEST = /^[\da-f]{64}$/;

/** Whether `signature` is the hexadecimal HMAC-SHA256 of `what` with one of the secrets; compares in constant time. */
export function isSigned(what: string | Buffer, signature: string, secrets: readonly string[]): boolean {
  if (!HEX_DIGEST.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => timingSafeEqual(given, createHmac('sha256', secret).update(what).digest()));
}
