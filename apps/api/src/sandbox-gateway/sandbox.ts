import { createHmac } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { systemRandom, type RandomBytes } from '#platform/ids.ts';
import type { Card, Payment } from './entities.ts';
import { createEvents, type Events } from './events.ts';
import { authorise, cancel, catchUp, changeCard, failCheckout, hasEnded, type World } from './life.ts';
import { openStore, type SandboxSubscription, type State } from './state.ts';

export interface SandboxSettings {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Addresses of the product: `webOrigin` for redirects, `apiOrigin` for webhooks (null if not known yet). */
  webOrigin: string;
  apiOrigin: () => string | null;
  clock: Clock;
  /** Null to keep the state only in memory. */
  stateFile: string | null;
  /** Initial time of a new state. Null for the system time. */
  clockStart?: Date | null;
  random?: RandomBytes;
  /** Backoff in ms between attempts to deliver an event. */
  pausesMs?: readonly number[];
}

/** The gateway without its HTTP server. Changes are durable before they are returned to callers. */
export interface Sandbox {
  readonly settings: SandboxSettings;
  readonly world: World;
  readonly state: State;
  readonly events: Events;
  /** Current sandbox time, in seconds since the epoch. */
  now(): number;
  /** Sets the time, and processes all transitions that have become due. */
  moveTo(now: Date): void;
  find(id: string): SandboxSubscription | undefined;
  pay(one: SandboxSubscription, outcome: 'succeed' | 'fail', card: Card): Payment;
  cancelAtBank(one: SandboxSubscription): void;
  /** Runs a change, persists it and starts sending its events. Returns before they are sent. */
  change<T>(act: () => T): T;
  /** Returns the CSRF token of a form for this subject, which other origins cannot guess. */
  makeFormToken(subject: string): string;
  /** Returns the signature that the checkout returns with a payment. */
  signCheckout(paymentId: string, subscriptionId: string): string;
  randomDigits(count: number): string;
  close(): Promise<void>;
}

const TICK_MS = 1000;
const ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
const ID_LENGTH = 14;

export function createSandbox(settings: SandboxSettings): Sandbox {
  const { clock, random = systemRandom } = settings;
  const startAheadMs = settings.clockStart ? settings.clockStart.getTime() - clock.now().getTime() : 0;
  const store = openStore(settings.stateFile, startAheadMs);
  const { state } = store;

  const now = (): number => Math.floor((clock.now().getTime() + state.aheadMs) / 1000);
  const newId = (prefix: string): string =>
    `${prefix}_${Array.from(random(ID_LENGTH), (byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('')}`;
  const events = createEvents({
    store,
    url: () => {
      const origin = settings.apiOrigin();
      return origin === null ? null : `${origin}/webhooks/razorpay`;
    },
    secret: settings.webhookSecret,
    newId,
    monotonic: () => clock.monotonic(),
    ...(settings.pausesMs === undefined ? {} : { pausesMs: settings.pausesMs }),
  });
  const world: World = { state, newId, emit: (...event) => events.emit(...event) };
  const sign = (text: string): string => createHmac('sha256', settings.keySecret).update(text).digest('hex');

  function change<T>(act: () => T): T {
    const result = act();
    store.save();
    void events.deliver();
    return result;
  }

  const timer = setInterval(() => {
    if (catchUp(world, now())) change(() => undefined);
  }, TICK_MS);
  timer.unref();

  return {
    settings,
    world,
    state,
    events,
    now,
    moveTo(to) {
      change(() => {
        state.aheadMs = to.getTime() - clock.now().getTime();
        catchUp(world, now());
      });
    },
    find: (id) => state.subscriptions.find(({ told: subscription }) => subscription.id === id),
    pay(one, outcome, card) {
      return change(() => {
        one.otp = null;
        if (outcome === 'fail') return failCheckout(world, one, card, now());
        return one.told.status === 'created'
          ? authorise(world, one, card, now())
          : changeCard(world, one, card, now());
      });
    },
    cancelAtBank(one) {
      change(() => {
        if (!hasEnded(one)) cancel(world, one, now());
      });
    },
    change,
    makeFormToken: (subject) => sign(`form|${subject}`),
    signCheckout: (paymentId, subscriptionId) => sign(`${paymentId}|${subscriptionId}`),
    randomDigits: (count) => Array.from(random(count), (byte) => String(byte % 10)).join(''),
    async close() {
      clearInterval(timer);
      await events.close();
    },
  };
}
