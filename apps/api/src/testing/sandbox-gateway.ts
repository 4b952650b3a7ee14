import { loadConfig } from '#config.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { loadPaymentKeys } from '#platform/payment-keys.ts';
import type { Card, Payment } from '#sandbox-gateway/entities.ts';
import { startSandboxServer } from '#sandbox-gateway/server.ts';
import type { SandboxSubscription } from '#sandbox-gateway/state.ts';
import { TEST_SECRET } from './start-app.ts';

export interface TestSandbox {
  /** Base URL of the gateway's API, ending in `/v1`. */
  url: string;
  port: number;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Settings that make an API (`startApp`) use this sandbox as its gateway. */
  env: Record<string, string>;
  /** Sets the target of events, such as `http://localhost:4000`. Until then events are queued. */
  sendEventsTo(apiOrigin: string): void;
  /**
   * Pays as a user on the payment page would. For an existing subscription, this replaces the card. Resolves with the checkout's proof once
   * the delivery of its events has been attempted.
   */
  pay(subscriptionId: string, outcome?: 'succeed' | 'fail', card?: Partial<Card>): Promise<CheckoutProof>;
  /** Sets the time (ms) and processes all due transitions. Resolves once the delivery of its events has been attempted. */
  advanceTo(ms: number): Promise<void>;
  /** Makes the bank decline the next `times` charges. Four declined charges halt a subscription. */
  failNextCharge(subscriptionId: string, times?: number): void;
  cancelAtBank(subscriptionId: string): Promise<void>;
  holdEvents(): void;
  releaseEvents(order: 'in order' | 'reversed'): Promise<void>;
  dropNextEvent(): void;
  /** Resends the last accepted events without changes. */
  repeatEvents(count: number): Promise<void>;
  /** Resolves once the delivery of all due events has been attempted. */
  deliverEvents(): Promise<void>;
  /** The gateway's own time, in ms since the epoch. */
  now(): number;
  /** Names of the accepted events, oldest first. */
  listSent(): string[];
  /** The gateway's record, including its internal state. */
  find(subscriptionId: string): SandboxSubscription;
  close(): Promise<void>;
}

interface CheckoutProof {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
  payment: Payment;
}

const CARD: Card = { network: 'Visa', last4: '1111', expiry_month: 9, expiry_year: 2031 };

/** Starts the sandbox gateway in the test's process on a separate port, with the keys that an API derives from the tests' secret. */
export async function startSandbox(
  options: {
    /** The API that receives the events. Can also be set later by `sendEventsTo`. */
    apiOrigin?: string;
    webOrigin?: string;
    clock?: Clock;
    clockStart?: Date;
    /** Set by tests that restart the gateway. */
    stateFile?: string;
    port?: number;
    /** Delays between attempts to deliver an event, in ms. */
    pausesMs?: readonly number[];
  } = {},
): Promise<TestSandbox> {
  const keys = loadPaymentKeys(loadConfig({ HEARTH_SECRET: TEST_SECRET }));
  const webhookSecret = keys?.webhookSecrets[0];
  if (!keys?.isSandbox || webhookSecret === undefined) throw new Error('No sandbox gateway is configured');
  let apiOrigin = options.apiOrigin ?? null;
  const server = await startSandboxServer({
    port: options.port ?? 0,
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecret,
    webOrigin: options.webOrigin ?? 'http://localhost:3000',
    apiOrigin: () => apiOrigin,
    clock: options.clock ?? systemClock,
    clockStart: options.clockStart ?? null,
    stateFile: options.stateFile ?? null,
    ...(options.pausesMs === undefined ? {} : { pausesMs: options.pausesMs }),
  });
  const { sandbox } = server;
  const find = (id: string): SandboxSubscription => {
    const found = sandbox.find(id);
    if (found === undefined) throw new Error(`Sandbox subscription ${id} not found`);
    return found;
  };
  return {
    url: `http://localhost:${server.port}/v1`,
    port: server.port,
    keyId: keys.keyId,
    keySecret: keys.keySecret,
    webhookSecret,
    env: { SANDBOX_PORT: String(server.port), HEARTH_SECRET: TEST_SECRET },
    sendEventsTo(origin) {
      apiOrigin = origin;
    },
    async pay(id, outcome = 'succeed', card = {}) {
      const payment = sandbox.pay(find(id), outcome, { ...CARD, ...card });
      await sandbox.events.deliver();
      return {
        razorpay_payment_id: payment.id,
        razorpay_subscription_id: id,
        razorpay_signature: sandbox.signCheckout(payment.id, id),
        payment,
      };
    },
    async advanceTo(ms) {
      sandbox.moveTo(new Date(ms));
      await sandbox.events.deliver();
    },
    failNextCharge(id, times = 1) {
      sandbox.change(() => {
        find(id).declines = times;
      });
    },
    async cancelAtBank(id) {
      sandbox.cancelAtBank(find(id));
      await sandbox.events.deliver();
    },
    holdEvents: () => sandbox.change(() => sandbox.events.hold()),
    async releaseEvents(order) {
      sandbox.change(() => sandbox.events.release(order));
      await sandbox.events.deliver();
    },
    dropNextEvent: () => sandbox.change(() => sandbox.events.dropNext()),
    async repeatEvents(count) {
      sandbox.change(() => sandbox.events.repeat(count));
      await sandbox.events.deliver();
    },
    deliverEvents: () => sandbox.events.deliver(),
    now: () => sandbox.now() * 1000,
    listSent: () => sandbox.state.sent.map(({ name }) => name),
    find,
    close: () => server.close(),
  };
}
