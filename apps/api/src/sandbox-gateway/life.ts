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

export function hasEnded({ told: subscription }: SandboxSubscription): boolean {
  return FINAL.has(subscription.status);
}

export function planOf(world: Pick<World, 'state'>, one: SandboxSubscription): Plan {
  const plan = world.state.plans.find(({ id }) => id === one.told.plan_id);
  if (plan === undefined) throw new Error(`Plan of subscription ${one.told.id} not found`);
  return plan;
}

/** Returns the time of the subscription's next automatic transition, in seconds since the epoch, or null if there is none. */
export function findDueTime(one: SandboxSubscription): number | null {
  const { told: subscription } = one;
  switch (subscription.status) {
    case 'created': {
      const limits = [subscription.expire_by, subscription.start_at].filter((time) => time !== null);
      return limits.length === 0 ? null : Math.min(...limits);
    }
    case 'authenticated':
      return subscription.start_at;
    case 'active':
    case 'halted':
      return subscription.current_end;
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
  const { told: subscription } = one;
  switch (subscription.status) {
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
      else if (one.cycles >= subscription.total_count) complete(world, one, at);
      else if (subscription.status === 'active') charge(world, one, at);
      // A halted subscription still starts each period with an invoice, which is not collected.
      else startCycle(world, one, at);
  }
}

/** Makes the first payment on the checkout page. */
export function authorise(world: World, one: SandboxSubscription, card: Card, at: number): Payment {
  const { told: subscription } = one;
  one.card = card;
  one.declines = 0;
  subscription.payment_method = 'card';
  if (subscription.start_at !== null && subscription.start_at > at) {
    const payment = prove(world, one, at);
    subscription.status = 'authenticated';
    subscription.charge_at = subscription.start_at;
    subscription.end_at = addMonths(subscription.start_at, subscription.total_count);
    world.emit('subscription.authenticated', copy({ subscription, payment }), at);
    return payment;
  }
  subscription.start_at = at;
  subscription.end_at = addMonths(at, subscription.total_count);
  world.emit(
    'subscription.authenticated',
    copy({ subscription: { ...subscription, status: 'authenticated' as const } }),
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
  const { told: subscription } = one;
  one.anchor ??= at;
  const start = addMonths(one.anchor, one.cycles);
  one.cycles += 1;
  subscription.current_start = start;
  subscription.current_end = addMonths(one.anchor, one.cycles);
  subscription.charge_at = subscription.current_end;
  return makeInvoice(world, one, at);
}

function makeInvoice(world: World, one: SandboxSubscription, at: number): Invoice {
  const { told: subscription } = one;
  const { item } = planOf(world, one);
  const invoice: Invoice = {
    id: world.newId('inv'),
    entity: 'invoice',
    subscription_id: subscription.id,
    payment_id: null,
    status: 'issued',
    amount: item.amount * subscription.quantity,
    amount_paid: 0,
    currency: item.currency,
    billing_start: subscription.current_start ?? at,
    billing_end: subscription.current_end ?? at,
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
  const { told: subscription } = one;
  const card = one.card ?? UNKNOWN_CARD;
  const payment = makePayment(world, one, { card, invoice, status: 'failed', at });
  const wasPending = subscription.status === 'pending';
  subscription.auth_attempts += 1;
  subscription.status = one.retries >= RETRIES ? 'halted' : 'pending';
  if (subscription.status === 'halted') one.failedAt = null;
  subscription.charge_at = one.cancelsAtEnd ? null : findDueTime(one);
  world.emit('payment.failed', copy({ payment }), at);
  if (subscription.status === 'halted')
    world.emit('subscription.halted', copy({ subscription, payment }), at);
  else if (!wasPending) world.emit('subscription.pending', copy({ subscription, payment }), at);
}

function collect(world: World, one: SandboxSubscription, invoice: Invoice, at: number): Payment {
  const { told: subscription } = one;
  const card = one.card ?? UNKNOWN_CARD;
  const payment = makePayment(world, one, { card, invoice, status: 'captured', at });
  invoice.status = 'paid';
  invoice.payment_id = payment.id;
  invoice.amount_paid = invoice.amount;
  invoice.paid_at = at;
  const wasActive = subscription.status === 'active';
  one.failedAt = null;
  one.retries = 0;
  subscription.status = 'active';
  subscription.auth_attempts = 0;
  subscription.paid_count += 1;
  subscription.remaining_count = Math.max(0, subscription.total_count - subscription.paid_count);
  subscription.charge_at =
    one.cancelsAtEnd || one.cycles >= subscription.total_count ? null : subscription.current_end;
  if (!wasActive) world.emit('subscription.activated', copy({ subscription }), at);
  world.emit('subscription.charged', copy({ subscription, payment }), at);
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
