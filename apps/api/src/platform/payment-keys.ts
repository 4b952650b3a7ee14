import { createHmac } from 'node:crypto';
import type { Config } from '#config.ts';
import { loadSecret } from './seal.ts';

/** Credentials shared with the payment gateway. */
export interface PaymentKeys {
  url: string;
  keyId: string;
  keySecret: string;
  /** Valid webhook signing secrets, newest first. */
  webhookSecrets: readonly string[];
  isSandbox: boolean;
}

const SANDBOX_KEY_ID = 'rzp_test_hearthsandbox';

/**
 * Returns the configured keys. For the sandbox, both the product and the sandbox derive the keys from the secret of the installation.
 * Returns null if payments are disabled.
 */
export function loadPaymentKeys(
  config: Pick<Config, 'payment' | 'secret' | 'dataFolder'>,
): PaymentKeys | null {
  if (config.payment === null || !config.payment.isSandbox) return config.payment;
  const secret = loadSecret(config.secret, config.dataFolder);
  const derive = (purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');
  return {
    url: config.payment.url,
    keyId: SANDBOX_KEY_ID,
    keySecret: derive('sandbox gateway: key'),
    webhookSecrets: [derive('sandbox gateway: webhooks')],
    isSandbox: true,
  };
}
