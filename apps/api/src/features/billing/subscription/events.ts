import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Gateway } from '#features/billing/gateway/gateway.ts';
import { runCommand } from '#platform/commands/index.ts';
import { withSystem } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { findEvent, insertEvent, noteHandled } from './events.queries.ts';
import { readGateway, refuse } from './read-gateway.ts';
import { findByGatewayId } from './subscriptions.queries.ts';

const ID_LENGTH = 200;

/** The fields of an event that are used. Other fields are only stored. */
const eventShape = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      subscription: z
        .object({
          entity: z.object({
            id: z.string().max(ID_LENGTH),
            notes: z.union([z.object({ teamId: z.string().optional() }), z.array(z.unknown())]).optional(),
          }),
        })
        .optional(),
      payment: z
        .object({
          entity: z.object({
            id: z.string().max(ID_LENGTH),
            amount: z.number().optional(),
            currency: z.string().optional(),
          }),
        })
        .optional(),
    })
    .default({}),
});

const eventJob = defineJob({
  kind: 'billing.event',
  rule: { kind: 'system' },
  data: z.strictObject({ id: z.string() }),
  limitMs: 60_000,
  attempts: 10,
  retryMs: 5_000,
});

export function bindEventJob(app: App, gateway: Gateway): JobBinding {
  return bindJob(eventJob, async ({ data }) => handleEvent(app, gateway, data.id));
}

/**
 * Receives a webhook. The raw event is stored, and processed after the response.
 * @throws AppError INVALID_REQUEST if the signature or the event is invalid
 */
export async function receiveEvent(
  app: App,
  gateway: Gateway,
  input: { body: Buffer; signature: string; eventId: string | undefined },
): Promise<void> {
  const { body, signature } = input;
  const text = body.toString('utf8');
  const event = readEvent(text);
  const gatewayId = event?.payload.subscription?.entity.id ?? null;
  if (!gateway.isWebhookGenuine(body, signature)) {
    await auditForged(app, gatewayId);
    throw new AppError('INVALID_REQUEST', 'Invalid webhook signature.');
  }
  if (event === null) throw new AppError('INVALID_REQUEST', 'This isn’t an event from the payment gateway.');
  const id = input.eventId?.slice(0, ID_LENGTH) ?? createHash('sha256').update(body).digest('hex');
  const now = app.clock.now();
  const stored = await withSystem(app.db, async (tx) => {
    const owner = gatewayId === null ? null : await findByGatewayId(tx, gatewayId);
    const found = await insertEvent(tx, {
      id,
      kind: event.event,
      gatewayId,
      teamId: owner?.teamId ?? null,
      body: text,
      receivedAt: now,
    });
    if (found.isNew) await enqueueJob(app, tx, eventJob, { data: { id } });
    return found;
  });
  wakeJobs(app);
  // Audit only the first repeat, because the gateway repeats an event until it receives a response.
  if (stored.isFirstRepeat && stored.teamId !== null) await auditRefusal(app, stored.teamId, 'repeated');
}

function readEvent(text: string): z.infer<typeof eventShape> | null {
  try {
    return eventShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Logs a forged event, and records it in the team's audit log if it refers to a known subscription. */
async function auditForged(app: App, gatewayId: string | null): Promise<void> {
  app.log.warn({ subscription: gatewayId }, 'invalid webhook signature');
  const owner =
    gatewayId === null
      ? null
      : await withSystem(app.db, (tx) => findByGatewayId(tx, gatewayId), { isReadOnly: true });
  if (owner !== null) await auditRefusal(app, owner.teamId, 'signature');
}

async function auditRefusal(app: App, teamId: string, fault: string): Promise<void> {
  await runCommand(app, { teamId, userId: null, requestKey: null }, async (command) =>
    refuse(command, fault),
  );
}

async function handleEvent(app: App, gateway: Gateway, id: string): Promise<void> {
  const { event, owner } = await withSystem(
    app.db,
    async (tx) => {
      const stored = await findEvent(tx, id);
      const of = stored?.gatewayId ?? null;
      return { event: stored, owner: of === null ? null : await findByGatewayId(tx, of) };
    },
    { isReadOnly: true },
  );
  if (event === null || event.handledAt !== null) return;
  const outcome =
    owner === null || event.gatewayId === null
      ? 'of no team'
      : await readGateway(
          app,
          gateway,
          { ...owner, gatewayId: event.gatewayId },
          { hint: hintOf(event.body), wants: 'hinted' },
        );
  await withSystem(app.db, (tx) => noteHandled(tx, id, { at: app.clock.now(), outcome }));
}

function hintOf(body: string) {
  const { payload } = eventShape.parse(JSON.parse(body));
  const payment = payload.payment?.entity;
  const notes = payload.subscription?.entity.notes;
  return {
    paymentId: payment?.id,
    amount: payment?.amount,
    currency: payment?.currency,
    teamId: notes === undefined || Array.isArray(notes) ? null : (notes.teamId ?? null),
  };
}
