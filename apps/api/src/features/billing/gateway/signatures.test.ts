import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createRazorpay } from './razorpay.ts';

// The expected signatures were created with: printf '%s' TEXT | openssl dgst -sha256 -hmac SECRET

const gateway = createRazorpay(
  {
    url: 'https://gateway.example.com/v1',
    keyId: 'rzp_test_1',
    keySecret: 'key secret',
    webhookSecrets: ['new', 'old'],
    isSandbox: false,
  },
  systemClock,
);
const paymentId = 'pay_1';
const subscriptionId = 'sub_1';
const orderId = 'order_1';

/** printf '%s' 'pay_1|sub_1' | openssl dgst -sha256 -hmac 'key secret' */
const OF_SUBSCRIPTION = 'f0ccd2211f0d429fc37a97174b8ba64da2d1366c8cd50cb91ab4c0df7f0a7d49';
/** printf '%s' 'order_1|pay_1' | openssl dgst -sha256 -hmac 'key secret' */
const OF_ORDER = '9e664ae4273c00101d374652dddda0d105572a7676bb345e4b835c8a8fd9136e';
/** printf '%s' '{"event":"subscription.charged","n":"₹"}' | openssl dgst -sha256 -hmac new */
const OF_WEBHOOK = 'd7eb3e00b63b322c104663c916ee18c91e2fa7f3347aa65c82ea11794e0ea59a';
/** printf '%s' '{"event":"subscription.charged","n":"₹"}' | openssl dgst -sha256 -hmac old */
const OF_OLD_WEBHOOK = 'c758e8e343f4f9c71cdaeb93a8fc3d68ec59b4e2d93cc2892c7de5e87f839631';
const WEBHOOK = '{"event":"subscription.charged","n":"₹"}';

/** Returns invalid variants of a signature. */
const spoil = (signature: string): [why: string, signature: string][] => [
  ['empty', ''],
  ['one digit short', signature.slice(0, -1)],
  ['one digit long', `${signature}0`],
  ['with a different last digit', signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')],
  ['with a different first digit', (signature.startsWith('0') ? '1' : '0') + signature.slice(1)],
  ['with non-hexadecimal characters', 'z'.repeat(64)],
  ['with two-byte characters', 'é'.repeat(32)],
  ['in base64', Buffer.from(signature, 'hex').toString('base64')],
];

describe('checkout signatures', () => {
  const isGenuine = (signature: string) =>
    gateway.isCheckoutGenuine({ paymentId, subscriptionId, signature });
  const isOrderGenuine = (signature: string) => gateway.isOrderGenuine({ paymentId, orderId, signature });

  it('accepts subscription and order signatures only for their own kind', () => {
    expect(isGenuine(OF_SUBSCRIPTION)).toBe(true);
    expect(isOrderGenuine(OF_ORDER)).toBe(true);
    expect(isGenuine(OF_ORDER)).toBe(false);
    expect(isOrderGenuine(OF_SUBSCRIPTION)).toBe(false);
  });

  it('rejects a signature for other ids or for reversed ids', () => {
    const signature = OF_SUBSCRIPTION;
    expect(gateway.isCheckoutGenuine({ paymentId: 'pay_2', subscriptionId, signature })).toBe(false);
    expect(gateway.isCheckoutGenuine({ paymentId, subscriptionId: 'sub_2', signature })).toBe(false);
    expect(
      gateway.isCheckoutGenuine({ paymentId: subscriptionId, subscriptionId: paymentId, signature }),
    ).toBe(false);
    expect(gateway.isOrderGenuine({ paymentId: orderId, orderId: paymentId, signature: OF_ORDER })).toBe(
      false,
    );
  });

  it.each(spoil(OF_SUBSCRIPTION))('rejects an invalid signature: %s', (_why, signature) => {
    expect(isGenuine(signature)).toBe(false);
  });
});

describe('webhook signatures', () => {
  const body = Buffer.from(WEBHOOK);

  it('verifies the raw bytes against any of the configured secrets', () => {
    expect(gateway.isWebhookGenuine(body, OF_WEBHOOK)).toBe(true);
    expect(gateway.isWebhookGenuine(body, OF_OLD_WEBHOOK)).toBe(true);
    expect(gateway.isWebhookGenuine(Buffer.from(`${WEBHOOK}\n`), OF_WEBHOOK)).toBe(false);
    expect(gateway.isWebhookGenuine(Buffer.from(WEBHOOK.replace(':', ': ')), OF_WEBHOOK)).toBe(false);
    expect(gateway.isWebhookGenuine(body, OF_SUBSCRIPTION)).toBe(false);
  });

  it.each(spoil(OF_WEBHOOK))('rejects an invalid signature: %s', (_why, signature) => {
    expect(gateway.isWebhookGenuine(body, signature)).toBe(false);
  });
});
