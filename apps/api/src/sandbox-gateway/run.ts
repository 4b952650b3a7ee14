import { join } from 'node:path';
import { loadConfig } from '#config.ts';
import { systemClock } from '#platform/clock.ts';
import { loadPaymentKeys } from '#platform/payment-keys.ts';
import { startSandboxServer } from './server.ts';

/**
 * Starts the sandbox gateway with the settings of the product that it serves.
 * @throws Error with a message for the operator, or EADDRINUSE
 */
export async function runSandboxGateway(
  env: Record<string, string | undefined>,
): Promise<{ url: string; close(): Promise<void> }> {
  const real = Object.keys(env).filter((name) => name.startsWith('RAZORPAY_') && env[name]);
  if (real.length > 0) {
    throw new Error(
      `The sandbox gateway does not run while keys of a real gateway are set: remove ${real.join(', ')}, or do not start the sandbox.`,
    );
  }
  const config = loadConfig(env);
  const keys = loadPaymentKeys(config);
  const webhookSecret = keys?.webhookSecrets[0];
  if (config.payment?.isSandbox !== true || keys === null || webhookSecret === undefined) {
    throw new Error('The sandbox gateway does not run with Google sign-in (GOOGLE_CLIENT_ID is set).');
  }
  const server = await startSandboxServer({
    port: config.payment.port,
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecret,
    webOrigin: config.webOrigin,
    apiOrigin: () => config.apiOrigin,
    clock: systemClock,
    clockStart: config.clockStart,
    stateFile: join(config.dataFolder, 'sandbox-gateway', 'state.json'),
  });
  return { url: `http://localhost:${server.port}`, close: () => server.close() };
}
