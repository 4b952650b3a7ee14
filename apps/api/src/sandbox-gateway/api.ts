import { timingSafeEqual, createHash } from 'node:crypto';
import { z } from 'zod';
import type { Order, Plan } from './entities.ts';
import { cancel, hasEnded, scheduleCancel, unscheduleCancel } from './life.ts';
import { refund } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxSubscription } from './state.ts';

// Implements the parts of the gateway's API that the product uses: https://razorpay.com/docs/api

interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Undefined if there is no body or the body is invalid JSON. */
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}

interface ApiResponse {
  status: number;
  body: unknown;
}

class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(description: string, { status = 400, field }: { status?: number; field?: string } = {}) {
    super(description);
    this.status = status;
    this.field = field;
  }
}

const notes = z.union([z.record(z.string(), z.coerce.string()), z.array(z.never())]).default([]);
const amount = z.number().int().min(100).max(10_000_000_00);
const time = z.number().int().positive();

const planInput = z.object({
  period: z.enum(['monthly']),
  interval: z.literal(1),
  item: z.object({ name: z.string().min(1).max(200), amount, currency: z.string().length(3) }),
  notes,
});
const subscriptionInput = z.object({
  plan_id: z.string(),
  total_count: z.number().int().min(1).max(120),
  quantity: z.number().int().min(1).max(100).default(1),
  customer_notify: z.union([z.boolean(), z.literal(0), z.literal(1)]).default(true),
  start_at: time.optional(),
  expire_by: time.optional(),
  notes,
});
const cancelInput = z
  .object({ cancel_at_cycle_end: z.union([z.boolean(), z.literal(0), z.literal(1)]).default(false) })
  .default({ cancel_at_cycle_end: false });
const refundInput = z
  .object({ amount: amount.optional(), receipt: z.string().max(40).optional(), notes })
  .default({ notes: [] });
const orderInput = z.object({
  amount,
  currency: z.string().length(3),
  receipt: z.string().max(40).optional(),
  notes,
});
const clockInput = z.object({ now: z.iso.datetime({ offset: true }) });

type Handler = (sandbox: Sandbox, request: ApiRequest, id: string) => unknown;

const ROUTES: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['POST', /^\/v1\/plans$/, createPlan],
  ['POST', /^\/v1\/subscriptions$/, createSubscription],
  ['GET', /^\/v1\/subscriptions\/([^/]+)$/, (sandbox, _request, id) => findSubscription(sandbox, id).told],
  ['POST', /^\/v1\/subscriptions\/([^/]+)\/cancel$/, cancelSubscription],
  ['POST', /^\/v1\/subscriptions\/([^/]+)\/cancel_scheduled_changes$/, updateSubscription],
  ['GET', /^\/v1\/payments$/, ({ state }, { query }) => list(state.payments.toReversed(), query)],
  ['GET', /^\/v1\/payments\/([^/]+)$/, (sandbox, _request, id) => findPayment(sandbox, id)],
  ['POST', /^\/v1\/payments\/([^/]+)\/refund$/, refundPayment],
  ['GET', /^\/v1\/payments\/([^/]+)\/refunds$/, listRefunds],
  ['GET', /^\/v1\/invoices$/, listInvoices],
  ['POST', /^\/v1\/orders$/, createOrder],
  ['GET', /^\/v1\/orders$/, ({ state }, { query }) => list(state.orders.toReversed(), query)],
  ['GET', /^\/v1\/orders\/([^/]+)$/, (sandbox, _request, id) => findIn(sandbox.state.orders, id)],
  ['POST', /^\/sandbox\/clock$/, moveClock],
];

/** Handles an API call, with the gateway's response format and messages. */
export function handleRequest(sandbox: Sandbox, request: ApiRequest): ApiResponse {
  try {
    if (!hasKeys(sandbox, request.headers['authorization']))
      throw new Refusal('Authentication failed', { status: 401 });
    for (const [method, path, handle] of ROUTES) {
      const match = path.exec(request.path);
      if (match !== null && method === request.method)
        return { status: 200, body: handle(sandbox, request, match[1] ?? '') };
    }
    throw new Refusal('The requested URL was not found on the server.', { status: 404 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message: description, field, status } = error;
    return {
      status,
      body: {
        error: {
          code: 'BAD_REQUEST_ERROR',
          description,
          source: 'business',
          step: 'payment_initiation',
          reason: 'input_validation_failed',
          metadata: {},
          ...(field === undefined ? {} : { field }),
        },
      },
    };
  }
}

function hasKeys({ settings }: Sandbox, given: string | string[] | undefined): boolean {
  const expected = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(expected));
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Refusal(`The ${field || 'request'} field is invalid.`, { field });
}

function findIn<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Refusal('The id provided does not exist');
  return found;
}

function findSubscription(sandbox: Sandbox, id: string): SandboxSubscription {
  const found = sandbox.find(id);
  if (found === undefined) throw new Refusal('The id provided does not exist');
  return found;
}

const findPayment = ({ state }: Sandbox, id: string) => findIn(state.payments, id);

function list(all: readonly unknown[], query: URLSearchParams): unknown {
  const count = Math.min(Math.max(Number(query.get('count') ?? 10) || 10, 1), 100);
  const skip = Math.max(Number(query.get('skip') ?? 0) || 0, 0);
  const items = all.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}

function createPlan(sandbox: Sandbox, { body }: ApiRequest): Plan {
  const { item, notes, ...period } = read(planInput, body);
  const at = sandbox.now();
  const plan: Plan = {
    id: sandbox.world.newId('plan'),
    entity: 'plan',
    ...period,
    item: { id: sandbox.world.newId('item'), active: true, ...item, created_at: at },
    notes: writeNotes(notes),
    created_at: at,
  };
  return sandbox.change(() => {
    sandbox.state.plans.push(plan);
    return plan;
  });
}

function createSubscription(sandbox: Sandbox, { body, headers }: ApiRequest): unknown {
  const input = read(subscriptionInput, body);
  findIn(sandbox.state.plans, input.plan_id);
  const at = sandbox.now();
  for (const field of ['start_at', 'expire_by'] as const) {
    const value = input[field];
    if (value !== undefined && value <= at)
      throw new Refusal(`${field} cannot be lesser than the current time.`, { field });
  }
  const id = sandbox.world.newId('sub');
  const one: SandboxSubscription = {
    told: {
      id,
      entity: 'subscription',
      plan_id: input.plan_id,
      status: 'created',
      current_start: null,
      current_end: null,
      ended_at: null,
      quantity: input.quantity,
      notes: writeNotes(input.notes),
      charge_at: input.start_at ?? null,
      start_at: input.start_at ?? null,
      end_at: null,
      auth_attempts: 0,
      total_count: input.total_count,
      paid_count: 0,
      remaining_count: input.total_count,
      customer_notify: Boolean(input.customer_notify),
      created_at: at,
      expire_by: input.expire_by ?? null,
      short_url: `http://${String(headers['host'])}/pay/${id}`,
      has_scheduled_changes: false,
      change_scheduled_at: null,
      source: 'api',
      payment_method: null,
    },
    card: null,
    anchor: null,
    cycles: 0,
    failedAt: null,
    retries: 0,
    declines: 0,
    cancelsAtEnd: false,
    otp: null,
  };
  return sandbox.change(() => {
    sandbox.state.subscriptions.push(one);
    return one.told;
  });
}

function cancelSubscription(sandbox: Sandbox, { body }: ApiRequest, id: string): unknown {
  const { cancel_at_cycle_end: atEnd } = read(cancelInput, body);
  const one = findSubscription(sandbox, id);
  if (hasEnded(one))
    throw new Refusal(`Subscription is not cancellable in ${one.told.status} status.`, { field: 'status' });
  if (atEnd && one.told.current_end === null)
    throw new Refusal('Subscription cannot be cancelled since no billing cycle is going on');
  return sandbox.change(() => {
    if (atEnd) scheduleCancel(one);
    else cancel(sandbox.world, one, sandbox.now());
    return one.told;
  });
}

function updateSubscription(sandbox: Sandbox, _request: ApiRequest, id: string): unknown {
  const one = findSubscription(sandbox, id);
  if (!one.cancelsAtEnd) throw new Refusal('There are no scheduled changes on this subscription.');
  return sandbox.change(() => {
    unscheduleCancel(one);
    return one.told;
  });
}

function refundPayment(sandbox: Sandbox, { body, headers }: ApiRequest, id: string): unknown {
  const input = read(refundInput, body);
  const payment = findPayment(sandbox, id);
  const refundable = payment.amount - payment.amount_refunded;
  const amount = input.amount ?? refundable;
  const key = headers['x-refund-idempotency'];
  const earlier = typeof key === 'string' ? sandbox.state.refundKeys[key] : undefined;
  if (earlier !== undefined) {
    const existing = findIn(sandbox.state.refunds, earlier);
    if (existing.payment_id === id && existing.amount === amount) return existing;
    throw new Refusal('Different request with the same idempotency key', { status: 409 });
  }
  if (!payment.captured) throw new Refusal('The payment status should be captured for action to be taken');
  if (refundable === 0) throw new Refusal('The payment has been fully refunded already');
  if (amount > refundable)
    throw new Refusal('The refund amount provided is greater than amount captured', { field: 'amount' });
  return sandbox.change(() =>
    refund(
      sandbox.world,
      payment,
      {
        amount,
        receipt: input.receipt ?? null,
        notes: writeNotes(input.notes),
        key: typeof key === 'string' ? key : null,
      },
      sandbox.now(),
    ),
  );
}

function listRefunds(sandbox: Sandbox, { query }: ApiRequest, id: string): unknown {
  findPayment(sandbox, id);
  return list(sandbox.state.refunds.filter((one) => one.payment_id === id).toReversed(), query);
}

function listInvoices({ state }: Sandbox, { query }: ApiRequest): unknown {
  const wanted = query.get('subscription_id');
  const found = state.invoices.filter((one) => wanted === null || one.subscription_id === wanted);
  return list(found.toReversed(), query);
}

function createOrder(sandbox: Sandbox, { body }: ApiRequest): Order {
  const input = read(orderInput, body);
  const order: Order = {
    id: sandbox.world.newId('order'),
    entity: 'order',
    amount: input.amount,
    amount_paid: 0,
    amount_due: input.amount,
    currency: input.currency,
    receipt: input.receipt ?? null,
    status: 'created',
    attempts: 0,
    notes: writeNotes(input.notes),
    created_at: sandbox.now(),
  };
  return sandbox.change(() => {
    sandbox.state.orders.push(order);
    return order;
  });
}

/** Not part of the gateway's API: lets the product set the sandbox's time. */
function moveClock(sandbox: Sandbox, { body }: ApiRequest): unknown {
  sandbox.moveTo(new Date(read(clockInput, body).now));
  return { now: new Date(sandbox.now() * 1000).toISOString() };
}

function writeNotes(given: Record<string, string> | never[]): Record<string, string> | [] {
  return Array.isArray(given) || Object.keys(given).length === 0 ? [] : given;
}
