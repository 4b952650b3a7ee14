import type { Card, Invoice, Payment, Plan, SubscriptionStatus } from './entities.ts';
import type { EventName, EventPayload } from './events.ts';
import { addMonths } from './months.ts';
import type { SandboxSubscription, State } from './state.ts';

// Lifecycle of a subscription. https://razorpay.com/docs/payments/subscriptions/states and …/retry-logic

export interface World {
  state: State;
  newId(prefix: string): string;
  emit(name: EventName, payload: EventPayload, at: number): void;
}

const DAY = 86_400;
/** Number of days on which a failed charge is retried. After that, the subscription is halted. */
const RETRIES = 3;
/** Amount in paise that is charged and refunded to verify a card if no payment is due yet. */
const PROOF_AMOUNT = 500;

const FINAL: ReadonlySet<SubscriptionStatus> = new Set(['cancelled', 'completed', 'expired']);

export function hasEnded({ told }: SandboxSubscription): boolean {
  return FINAL.has(told.status);
}

export function planOf(world: Pick<World, 'state'>, one: SandboxSubscription): Plan {
  const plan = world.state.plans.find(({ id }) => id === one.told.plan_id);
  if (plan === undefined) throw new Error(`Plan of subscription ${one.told.id} not found`);
  return plan;
}

/** Returns the time of the subscription's next automatic transition, in seconds since the epoch, or null if there is none. */
export function findDueTime(one: SandboxSubscription): number | null {
  const { told } = one;
  switch (told.status) {
    case 'created': {
      const limits = [told.expire_by, told.start_at].filter((time) => time !== null);
      return limits.length === 0 ? null : Math.min(...limits);
    }
    case 'authenticated':
      return told.start_at;
    case 'active':
    case 'halted':
      return told.current_end;
    case 'pending':
      return one.failedAt === null ? null : one.failedAt + (one.retries + 1) * DAY;
    default:
      return null;
  }
}

/** Processes all transitions due until `until`, in chronological order and with their original times. */
export function catchUp(world: World, until: number): boolean {
  let hasActed = false;
  for (;;) {
    let first: { one: SandboxSubscription; at: number } | null = null;
    for (const one of world.state.subscriptions) {
      const at = findDueTime(one);
      if (at !== null && at <= until && (first === null || at < first.at)) first = { one, at };
    }
    if (first === null) return hasActed;
    actWhenDue(world, first.one, first.at);
    hasActed = true;
  }
}

function actWhenDue(world: World, one: SandboxSubscription, at: number): void {
  const { told } = one;
  switch (told.status) {
    case 'created':
      // The gateway emits no event for this transition.
      end(one, 'expired', at);
      return;
    case 'authenticated':
      charge(world, one, at);
      return;
    case 'pending':
      retry(world, one, at);
      return;
    default:
      if (one.cancelsAtEnd) cancel(world, one, at);
      else if (one.cycles >= told.total_count) complete(world, one, at);
      else if (told.status === 'active') charge(world, one, at);
      // A halted subscription still starts each period with an invoice, which is not collected.
      else startCycle(world, one, at);
  }
}

/** Makes the first payment on the checkout page. */
export function authorise(world: World, one: SandboxSubscription, card: Card, at: number): Payment {
  const { told } = one;
  one.card = card;
  one.declines = 0;
  told.payment_method = 'card';
  if (told.start_at !== null && told.start_at > at) {
    const payment = prove(world, one, at);
    told.status = 'authenticated';
    told.charge_at = told.start_at;
    told.end_at = addMonths(told.start_at, told.total_count);
    world.emit('subscription.authenticated', copy({ subscription: told, payment }), at);
    return payment;
  }
  told.start_at = at;
  told.end_at = addMonths(at, told.total_count);
  world.emit(
    'subscription.authenticated',
    copy({ subscription: { ...told, status: 'authenticated' as const } }),
    at,
  );
  return collect(world, one, startCycle(world, one, at), at);
}

/** Changes the card, as on the hosted page. An unpaid invoice is charged immediately. */
export function changeCard(world: World, one: SandboxSubscription, card: Card, at: number): Payment {
  one.card = card;
  one.declines = 0;
  if (one.told.status === 'pending' || one.told.status === 'halted') {
    return collect(world, one, findOpenInvoice(world, one, at), at);
  }
  return prove(world, one, at);
}

/** Records a payment that was declined on the page. It only increments the attempt count and emits an event. */
export function failCheckout(world: World, one: SandboxSubscription, card: Card, at: number): Payment {
  one.told.auth_attempts += 1;
  const payment = makePayment(world, one, { card, invoice: null, status: 'failed', at });
  world.emit('payment.failed', copy({ payment }), at);
  return payment;
}

export function cancel(world: World, one: SandboxSubscription, at: number): void {
  end(one, 'cancelled', at);
  world.emit('subscription.cancelled', copy({ subscription: one.told }), at);
}

export function scheduleCancel(one: SandboxSubscription): void {
  one.cancelsAtEnd = true;
  one.told.has_scheduled_changes = true;
  one.told.change_scheduled_at = one.told.current_end;
  one.told.charge_at = null;
}

export function unscheduleCancel(one: SandboxSubscription): void {
  one.cancelsAtEnd = false;
  one.told.has_scheduled_changes = false;
  one.told.change_scheduled_at = null;
  one.told.charge_at = findDueTime(one);
}

function complete(world: World, one: SandboxSubscription, at: number): void {
  end(one, 'completed', at);
  world.emit('subscription.completed', copy({ subscription: one.told }), at);
}

function end(one: SandboxSubscription, status: SubscriptionStatus, at: number): void {
  unscheduleCancel(one);
  one.told.status = status;
  one.told.ended_at = at;
  one.told.charge_at = null;
  one.otp = null;
}

function startCycle(world: World, one: SandboxSubscription, at: number): Invoice {
  const { told } = one;
  one.anchor ??= at;
  const start = addMonths(one.anchor, one.cycles);
  one.cycles += 1;
  told.current_start = start;
  told.current_end = addMonths(one.anchor, one.cycles);
  told.charge_at = told.current_end;
  return makeInvoice(world, one, at);
}

function makeInvoice(world: World, one: SandboxSubscription, at: number): Invoice {
  const { told } = one;
  const { item } = planOf(world, one);
  const invoice: Invoice = {
    id: world.newId('inv'),
    entity: 'invoice',
    subscription_id: told.id,
    payment_id: null,
    status: 'issued',
    amount: item.amount * told.quantity,
    amount_paid: 0,
    currency: item.currency,
    billing_start: told.current_start ?? at,
    billing_end: told.current_end ?? at,
    issued_at: at,
    paid_at: null,
    created_at: at,
  };
  world.state.invoices.push(invoice);
  return invoice;
}

/** Returns the last unpaid invoice. It is recreated if it was evicted, because only a limited number is kept. */
function findOpenInvoice(world: World, one: SandboxSubscription, at: number): Invoice {
  const open = world.state.invoices.findLast(
    (invoice) => invoice.subscription_id === one.told.id && invoice.status === 'issued',
  );
  return open ?? makeInvoice(world, one, at);
}

/** Starts a new period and charges it. The bank may decline the charge. */
function charge(world: World, one: SandboxSubscription, at: number): void {
  const invoice = startCycle(world, one, at);
  if (!isDeclined(one)) {
    collect(world, one, invoice, at);
    return;
  }
  one.failedAt = at;
  one.retries = 0;
  fail(world, one, invoice, at);
}

function retry(world: World, one: SandboxSubscription, at: number): void {
  const invoice = findOpenInvoice(world, one, at);
  if (!isDeclined(one)) {
    collect(world, one, invoice, at);
    return;
  }
  one.retries += 1;
  fail(world, one, invoice, at);
}

function isDeclined(one: SandboxSubscription): boolean {
  if (one.declines <= 0) return false;
  one.declines -= 1;
  return true;
}

function fail(world: World, one: SandboxSubscription, invoice: Invoice, at: number): void {
  const { told } = one;
  const card = one.card ?? UNKNOWN_CARD;
  const payment = makePayment(world, one, { card, invoice, status: 'failed', at });
  const wasPending = told.status === 'pending';
  told.auth_attempts += 1;
  told.status = one.retries >= RETRIES ? 'halted' : 'pending';
  if (told.status === 'halted') one.failedAt = null;
  told.charge_at = one.cancelsAtEnd ? null : findDueTime(one);
  world.emit('payment.failed', copy({ payment }), at);
  if (told.status === 'halted') world.emit('subscription.halted', copy({ subscription: told, payment }), at);
  else if (!wasPending) world.emit('subscription.pending', copy({ subscription: told, payment }), at);
}

function collect(world: World, one: SandboxSubscription, invoice: Invoice, at: number): Payment {
  const { told } = one;
  const card = one.card ?? UNKNOWN_CARD;
  const payment = makePayment(world, one, { card, invoice, status: 'captured', at });
  invoice.status = 'paid';
  invoice.payment_id = payment.id;
  invoice.amount_paid = invoice.amount;
  invoice.paid_at = at;
  const wasActive = told.status === 'active';
  one.failedAt = null;
  one.retries = 0;
  told.status = 'active';
  told.auth_attempts = 0;
  told.paid_count += 1;
  told.remaining_count = Math.max(0, told.total_count - told.paid_count);
  told.charge_at = one.cancelsAtEnd || one.cycles >= told.total_count ? null : told.current_end;
  if (!wasActive) world.emit('subscription.activated', copy({ subscription: told }), at);
  world.emit('subscription.charged', copy({ subscription: told, payment }), at);
  return payment;
}

/** Verifies the card by charging and refunding a small amount. */
function prove(world: World, one: SandboxSubscription, at: number): Payment {
  const card = one.card ?? UNKNOWN_CARD;
  const payment = makePayment(world, one, { card, invoice: null, status: 'captured', at });
  return Object.assign(payment, {
    amount: PROOF_AMOUNT,
    amount_refunded: PROOF_AMOUNT,
    status: 'refunded',
    refund_status: 'full',
    description: 'Authorisation of a card',
  });
}

const UNKNOWN_CARD: Card = { network: 'Unknown', last4: '0000', expiry_month: 12, expiry_year: 2099 };

function makePayment(
  world: World,
  one: SandboxSubscription,
  {
    card,
    invoice,
    status,
    at,
  }: { card: Card; invoice: Invoice | null; status: 'captured' | 'failed'; at: number },
): Payment {
  const { item } = planOf(world, one);
  const isCaptured = status === 'captured';
  const payment: Payment = {
    id: world.newId('pay'),
    entity: 'payment',
    amount: invoice?.amount ?? item.amount * one.told.quantity,
    currency: item.currency,
    status,
    order_id: world.newId('order'),
    invoice_id: invoice?.id ?? null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: isCaptured,
    description: item.name,
    card: {
      id: world.newId('card'),
      entity: 'card',
      name: 'Sandbox',
      type: 'credit',
      international: false,
      ...card,
    },
    notes: one.told.notes,
    error_code: isCaptured ? null : 'BAD_REQUEST_ERROR',
    error_description: isCaptured ? null : 'Your payment was declined by the bank.',
    error_source: isCaptured ? null : 'bank',
    error_step: isCaptured ? null : 'payment_authorization',
    error_reason: isCaptured ? null : 'payment_failed',
    created_at: at,
  };
  world.state.payments.push(payment);
  return payment;
}

/** Copies the current state, because later changes must not affect queued events. */
function copy(payload: EventPayload): EventPayload {
  return structuredClone(payload);
}
