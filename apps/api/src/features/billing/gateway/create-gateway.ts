import { z } from 'zod';
import type { Config } from '#config.ts';
import type { Clock } from '#platform/clock.ts';
import { loadPaymentKeys } from '#platform/payment-keys.ts';
import type { Gateway } from './gateway.ts';
import { createCaller, LIMITS, type CallLimits } from './razorpay-http.ts';
import { createRazorpay } from './razorpay.ts';

type Settings = Pick<Config, 'payment' | 'secret' | 'dataFolder'>;

/** Use short retry pauses because the sandbox runs on the same host: if it is down, waiting a second does not help. */
const SANDBOX_LIMITS: CallLimits = { ...LIMITS, firstPauseMs: 10 };

/** Creates the configured gateway. Returns null if payments are disabled. */
export function createGateway(config: Settings, clock: Clock): Gateway | null {
  const keys = loadPaymentKeys(config);
  if (keys === null) return null;
  return createRazorpay(keys, clock, keys.isSandbox ? SANDBOX_LIMITS : LIMITS);
}

/**
 * Returns a function that sets the sandbox's clock to the product's clock; the sandbox then processes everything that is due. The function
 * throws GatewayError `unavailable` if the sandbox does not respond.
 * @returns null if the gateway is not a sandbox
 */
export function createSandboxClock(config: Settings): ((now: Date) => Promise<void>) | null {
  const keys = loadPaymentKeys(config);
  if (keys === null || !keys.isSandbox) return null;
  const call = createCaller({ ...keys, url: new URL(keys.url).origin }, SANDBOX_LIMITS);
  return async (now) => {
    await call({
      method: 'POST',
      path: '/sandbox/clock',
      body: { now: now.toISOString() },
      response: z.object({ now: z.string() }),
      canRepeat: true,
    });
  };
}
