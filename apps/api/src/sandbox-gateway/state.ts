import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Card, Invoice, Order, Payment, Plan, Refund, Subscription } from './entities.ts';

/** A subscription, including the gateway's internal state. Times are in seconds since the epoch. */
export interface SandboxSubscription {
  told: Subscription;
  card: Card | null;
  /** Start of the first period. Months are counted from it because a period that starts on the 31st must not drift to the 28th. */
  anchor: number | null;
  /** Number of periods started. */
  cycles: number;
  /** Time of the failed charge that is being retried. Null if there is none. */
  failedAt: number | null;
  retries: number;
  /** Number of upcoming charges that the bank declines. */
  declines: number;
  cancelsAtEnd: boolean;
  /** Pending OTP verification. Null if there is none. */
  otp: { code: string; triesLeft: number; card: Card } | null;
}

/** A queued event. The signature covers the exact bytes. */
export interface Delivery {
  id: string;
  name: string;
  body: string;
  attempts: number;
}

export interface State {
  version: 1;
  /** Offset in ms of the sandbox's time from the system time. */
  aheadMs: number;
  plans: Plan[];
  subscriptions: SandboxSubscription[];
  payments: Payment[];
  invoices: Invoice[];
  orders: Order[];
  refunds: Refund[];
  /** Refunds by idempotency key. */
  refundKeys: Record<string, string>;
  waiting: Delivery[];
  /** The latest events, oldest first, kept for resending. */
  sent: Delivery[];
  isHolding: boolean;
  /** Number of upcoming events to drop. */
  drops: number;
}

/** Maximum number of entities kept per type. The oldest are evicted. */
const MAX = {
  plans: 200,
  subscriptions: 1000,
  payments: 5000,
  invoices: 5000,
  orders: 500,
  refunds: 1000,
  waiting: 500,
  sent: 50,
} as const;

export interface Store {
  state: State;
  /** Persists the state. It must complete before any response that depends on the change. */
  save(): void;
}

function createState(aheadMs: number): State {
  return {
    version: 1,
    aheadMs,
    plans: [],
    subscriptions: [],
    payments: [],
    invoices: [],
    orders: [],
    refunds: [],
    refundKeys: {},
    waiting: [],
    sent: [],
    isHolding: false,
    drops: 0,
  };
}

/**
 * Opens the state of an earlier run.
 * @param file null to keep the state only in memory
 * @param aheadMs initial clock offset of a new state
 * @throws Error if the file has unexpected content
 */
export function openStore(file: string | null, aheadMs: number): Store {
  const state = (file === null ? null : readState(file)) ?? createState(aheadMs);
  return {
    state,
    save() {
      trim(state);
      if (file !== null) writeWhole(file, JSON.stringify(state));
    },
  };
}

function readState(file: string): State | null {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const state = JSON.parse(text) as Partial<State> | null;
  if (state?.version !== 1)
    throw new Error(`${file} is not a valid state file of the sandbox gateway. Delete it to start over.`);
  return state as State;
}

/** Writes atomically: readers see either the old or the new content. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

function trim(state: State): void {
  const inUse = new Set(state.subscriptions.map(({ told: subscription }) => subscription.plan_id));
  state.plans = state.plans.filter(({ id }, at) => at >= state.plans.length - MAX.plans || inUse.has(id));
  const kinds = ['payments', 'invoices', 'orders', 'refunds', 'waiting', 'sent'] as const;
  for (const kind of kinds) {
    const tooMany = state[kind].length - MAX[kind];
    if (tooMany > 0) state[kind].splice(0, tooMany);
  }
  const keys = Object.keys(state.refundKeys);
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX.refunds))) delete state.refundKeys[key];
  // Ended subscriptions are evicted first.
  let tooMany = state.subscriptions.length - MAX.subscriptions;
  if (tooMany <= 0) return;
  const ended = new Set(
    state.subscriptions.filter(({ told: subscription }) => subscription.ended_at !== null).slice(0, tooMany),
  );
  state.subscriptions = state.subscriptions.filter((one) => !ended.has(one));
  tooMany = state.subscriptions.length - MAX.subscriptions;
  if (tooMany > 0) state.subscriptions.splice(0, tooMany);
}
