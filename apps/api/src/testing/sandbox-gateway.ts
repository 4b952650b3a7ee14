import { loadConfig } from '#config.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { loadPaymentKeys } from '#platform/payment-keys.ts';
import type { Card, Payment } from '#sandbox-gateway/entities.ts';
import { startSandboxServer } from '#sandbox-gateway/server.ts';
import type { KnownSubscription } from '#sandbox-gateway/state.ts';
import { TEST_SECRET } from './start-app.ts';

export interface TestSandbox {
  /** `…/v1` */
  url: string;
  port: number;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Settings of an API (`startApp`) that has this sandbox as its gateway. */
  env: Record<string, string>;
  /** From now on its events go there, `http://localhost:4000`; until then they wait. */
  sendEventsTo(apiOrigin: string): void;
  /**
   * What a person does on the payment page; resolves once its events were tried, with what the checkout hands over. A
   * subscription that is there already gets another card.
   */
  pay(subscriptionId: string, outcome?: 'succeed' | 'fail', card?: Partial<Card>): Promise<CheckoutProof>;
  /** Makes it that time (ms), with all that becomes due; resolves once its events were tried. */
  advanceTo(ms: number): Promise<void>;
  /** The bank declines so many of the charges to come; four make a halted subscription. */
  failNextCharge(subscriptionId: string, times?: number): void;
  cancelAtBank(subscriptionId: string): Promise<void>;
  holdEvents(): void;
  releaseEvents(order: 'in order' | 'reversed'): Promise<void>;
  dropNextEvent(): void;
  /** The last ones that were taken, as they were sent. */
  repeatEvents(count: number): Promise<void>;
  /** Resolves once each event that is due was tried. */
  deliverEvents(): Promise<void>;
  /** Its own time, ms. */
  now(): number;
  /** Names of the events that were taken, the oldest first. */
  listSent(): string[];
  /** As the gateway holds it, with what it does not tell. */
  find(subscriptionId: string): KnownSubscription;
  close(): Promise<void>;
}

interface CheckoutProof {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
  payment: Payment;
}

const CARD: Card = { network: 'Visa', last4: '1111', expiry_month: 9, expiry_year: 2031 };

/**
 * The sandbox gateway itself, on a port of its own in the test's process, with the keys that an API with the secret of
 * tests works out.
 */
export async function startSandbox(
  options: {
    /** Where the API is that takes its events; `sendEventsTo` says it later. */
    apiOrigin?: string;
    webOrigin?: string;
    clock?: Clock;
    clockStart?: Date;
    /** For tests that start it again. */
    stateFile?: string;
    port?: number;
    /** Between attempts to deliver an event. */
    pausesMs?: readonly number[];
  } = {},
): Promise<TestSandbox> {
  const keys = loadPaymentKeys(loadConfig({ HEARTH_SECRET: TEST_SECRET }));
  const webhookSecret = keys?.webhookSecrets[0];
  if (!keys?.isSandbox || webhookSecret === undefined) throw new Error('These settings have no sandbox');
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
  const find = (id: string): KnownSubscription => {
    const found = sandbox.find(id);
    if (found === undefined) throw new Error(`The sandbox knows no subscription ${id}`);
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
