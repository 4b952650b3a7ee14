import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Card, Invoice, Order, Payment, Plan, Refund, Subscription } from './entities.ts';

/** A subscription, with what the gateway knows of it and does not tell. Times in seconds. */
export interface KnownSubscription {
  told: Subscription;
  card: Card | null;
  /** Where the first period began: months are counted from here, so that the 31st does not become the 28th for ever. */
  anchor: number | null;
  /** Periods that have begun. */
  cycles: number;
  /** When the charge failed that is being tried again; null = none is. */
  failedAt: number | null;
  retries: number;
  /** The bank declines so many of the charges to come. */
  declines: number;
  cancelsAtEnd: boolean;
  /** What the OTP page waits for; null = it waits for nothing. */
  otp: { code: string; triesLeft: number; card: Card } | null;
}

/** An event on its way. What is signed is its text, byte by byte. */
export interface Delivery {
  id: string;
  name: string;
  body: string;
  attempts: number;
}

export interface State {
  version: 1;
  /** By so much the sandbox's time is ahead of the machine's. */
  aheadMs: number;
  plans: Plan[];
  subscriptions: KnownSubscription[];
  payments: Payment[];
  invoices: Invoice[];
  orders: Order[];
  refunds: Refund[];
  /** Refunds by the key that they were asked for with. */
  refundKeys: Record<string, string>;
  waiting: Delivery[];
  /** The last ones, for sending them again; the oldest first. */
  sent: Delivery[];
  isHolding: boolean;
  /** So many of the events to come are lost. */
  drops: number;
}

/** So much is kept of each kind, the newest. */
const MOST = {
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
  /** Nothing is answered before what it says is written down. */
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
 * Opens what an earlier run left behind.
 * @param file null = kept in memory only
 * @param aheadMs where the time of a new state begins
 * @throws Error when the file holds something else
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
    throw new Error(`${file} is not the state of this sandbox gateway. Delete it to begin anew.`);
  return state as State;
}

/** Whoever reads it sees all of the old or all of the new. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

function trim(state: State): void {
  const inUse = new Set(state.subscriptions.map(({ told }) => told.plan_id));
  state.plans = state.plans.filter(({ id }, at) => at >= state.plans.length - MOST.plans || inUse.has(id));
  const kinds = ['payments', 'invoices', 'orders', 'refunds', 'waiting', 'sent'] as const;
  for (const kind of kinds) {
    const tooMany = state[kind].length - MOST[kind];
    if (tooMany > 0) state[kind].splice(0, tooMany);
  }
  const keys = Object.keys(state.refundKeys);
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST.refunds))) delete state.refundKeys[key];
  // What has ended goes first.
  let tooMany = state.subscriptions.length - MOST.subscriptions;
  if (tooMany <= 0) return;
  const ended = new Set(state.subscriptions.filter(({ told }) => told.ended_at !== null).slice(0, tooMany));
  state.subscriptions = state.subscriptions.filter((one) => !ended.has(one));
  tooMany = state.subscriptions.length - MOST.subscriptions;
  if (tooMany > 0) state.subscriptions.splice(0, tooMany);
}
