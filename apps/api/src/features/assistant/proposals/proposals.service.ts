import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { actTogether, runCommand, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { callerOfRoutes, type OnBehalf } from '#platform/http/call-route.ts';
import { doChange, findStale } from './do-change.ts';
import type { Effect, PlannedChange, ProposalDraft } from './proposal-draft.ts';
import {
  insertProposal,
  lockProposal,
  showProposal,
  writeProposal,
  type StoredProposal,
} from './proposals.queries.ts';
import { undoEffects } from './undo-effects.ts';

interface ProposalTarget {
  who: OnBehalf;
  proposalId: string;
  requestKey: RequestKey;
}

interface Selection {
  only?: readonly number[] | undefined;
  edits?: readonly { index: number; after: Record<string, unknown> }[] | undefined;
}

/** Thrown if the target has changed since the proposal was made: the card is refreshed and has to be confirmed again. */
class StaleError extends Error {
  override name = 'StaleError';
  readonly rows: ReadonlyMap<number, PlannedChange>;
  constructor(rows: ReadonlyMap<number, PlannedChange>) {
    super('The proposal is stale');
    this.rows = rows;
  }
}

/** Stores a draft. An open proposal of the same answer is extended, so that each answer has one card and one undo. */
export async function saveProposal(
  app: App,
  who: OnBehalf,
  of: { threadId: string | null; messageId: string | null; openId: string | null },
  { changes, notifies }: ProposalDraft,
): Promise<Proposal> {
  const { teamId, session } = who;
  const { userId } = session;
  return await withTeam(app.db, { teamId, userId }, async (tx) => {
    const now = app.clock.now();
    const open = of.openId === null ? null : await lockProposal(tx, { id: of.openId, userId });
    const isOpen = open?.status === 'open' && open.expiresAt > now;
    const before = isOpen ? open.changes : [];
    if (before.length + changes.length > ASSISTANT_LIMITS.changes)
      throw new AppError(
        'INVALID_STATE',
        `One answer can propose up to ${ASSISTANT_LIMITS.changes} changes.`,
      );
    const all = [
      ...before,
      ...changes.map((change) => ({
        ...change,
        ...(change.needs === undefined ? {} : { needs: change.needs.map((at) => at + before.length) }),
      })),
    ];
    const people = (isOpen ? open.notifies : 0) + new Set(notifies.filter((id) => id !== userId)).size;
    const id = isOpen ? open.id : app.ids.uuid();
    if (isOpen) await writeProposal(tx, id, { changes: all, notifies: people });
    else await insertProposal(tx, { id, userId, now, ...of }, { changes: all, notifies: people });
    const stored = await lockProposal(tx, { id, userId });
    if (stored === null) throw notFound('This proposal');
    return showProposal(stored, now);
  });
}

/**
 * Applies a proposal or selected rows of it atomically, in one command, with the current permissions and plan.
 * @throws AppError NOT_FOUND, PROPOSAL_EXPIRED, INVALID_STATE; CONFLICT when the card was refreshed; any error of the routes called
 */
export async function confirmProposal(
  app: App,
  on: ProposalTarget,
  selection: Selection,
): Promise<CommandResult<Proposal>> {
  const { teamId, session } = on.who;
  const { userId } = session;
  try {
    return await actTogether(
      app,
      { teamId, userId, requestKey: on.requestKey, via: 'assistant' },
      async ({ tx, now }) => {
        const stored = await find(tx, on);
        if (stored.status === 'confirmed' || stored.status === 'undone') return showProposal(stored, now);
        assertOpen(stored, now);
        const call = callerOfRoutes(app, on.who);
        const { rows, changes } = choose(stored, selection);
        const stale = new Map<number, PlannedChange>();
        for (const at of rows) {
          const change = changes[at];
          const fresh = change === undefined ? null : await naming(at, () => findStale(call, change));
          if (fresh !== null) stale.set(at, fresh);
        }
        if (stale.size > 0) throw new StaleError(stale);
        const done: Effect[] = [];
        for (const at of rows) {
          const change = changes[at];
          if (change !== undefined) done.push(...(await naming(at, () => doChange(call, change))));
        }
        const written = { status: 'confirmed', changes, done, confirmedAt: now } as const;
        await writeProposal(tx, stored.id, written);
        return showProposal({ ...stored, ...written }, now);
      },
    );
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
    await renew(app, on, error.rows);
    throw new AppError('CONFLICT', 'Someone changed this in the meantime. Review the proposal again.', {
      errors: [...error.rows.keys()].map((at) => ({
        path: `changes.${at}`,
        message: 'was changed in the meantime',
      })),
      cause: error,
    });
  }
}

export async function rejectProposal(app: App, on: ProposalTarget): Promise<CommandResult<Proposal>> {
  const { teamId, session } = on.who;
  const { requestKey } = on;
  return await runCommand(app, { teamId, userId: session.userId, requestKey }, async ({ tx, now }) => {
    const stored = await find(tx, on);
    if (stored.status === 'rejected') return showProposal(stored, now);
    assertOpen(stored, now);
    await writeProposal(tx, stored.id, { status: 'rejected' });
    return showProposal({ ...stored, status: 'rejected' }, now);
  });
}

/** Undoes a proposal, except for objects and fields that have been changed since. */
export async function undoProposal(app: App, on: ProposalTarget): Promise<CommandResult<Proposal>> {
  const { teamId, session } = on.who;
  const { userId } = session;
  return await actTogether(
    app,
    { teamId, userId, requestKey: on.requestKey, via: 'assistant' },
    async ({ tx, now }) => {
      const stored = await find(tx, on);
      if (stored.status === 'undone') return showProposal(stored, now);
      if (stored.status !== 'confirmed' || stored.confirmedAt === null)
        throw new AppError('INVALID_STATE', 'This was never applied, so there’s nothing to undo.');
      const hours = (now.getTime() - stored.confirmedAt.getTime()) / 3_600_000;
      if (hours > ASSISTANT_LIMITS.undoHours)
        throw new AppError(
          'PROPOSAL_EXPIRED',
          `This can only be undone within ${ASSISTANT_LIMITS.undoHours} hours.`,
        );
      const kept = await undoEffects(callerOfRoutes(app, on.who), stored.done);
      await writeProposal(tx, stored.id, { status: 'undone', kept });
      return showProposal({ ...stored, status: 'undone', kept }, now);
    },
  );
}

async function find(tx: TeamTx, { proposalId, who }: ProposalTarget): Promise<StoredProposal> {
  const stored = await lockProposal(tx, { id: proposalId, userId: who.session.userId });
  if (stored === null) throw notFound('This proposal');
  return stored;
}

function assertOpen({ status, expiresAt }: StoredProposal, now: Date): void {
  if (status !== 'open') throw new AppError('INVALID_STATE', 'This proposal was already answered.');
  if (expiresAt <= now) throw new AppError('PROPOSAL_EXPIRED', 'This proposal has expired. Ask again.');
}

/** Returns the rows to apply, with the user's edits. All other rows are marked as skipped. */
function choose(
  { changes }: StoredProposal,
  selection: Selection,
): { rows: number[]; changes: PlannedChange[] } {
  const rows = [...new Set(selection.only ?? changes.keys())].toSorted((a, b) => a - b);
  const unknownIndex = rows.find((at) => at >= changes.length);
  if (unknownIndex !== undefined) throw invalidField('only', `doesn’t contain change ${unknownIndex}`);
  const edited = new Map((selection.edits ?? []).map(({ index, after }) => [index, after]));
  for (const at of edited.keys())
    if (!rows.includes(at) || changes[at]?.after === null)
      throw invalidField('edits', `can’t change row ${at}`);
  const incomplete = rows.find((at) => changes[at]?.needs?.some((need) => !rows.includes(need)));
  if (incomplete !== undefined)
    throw invalidField('only', `lacks a change that change ${incomplete} depends on`);
  return {
    rows,
    changes: changes.map((change, at) => {
      if (!rows.includes(at)) return { ...change, refusal: 'Left out' };
      const after = edited.get(at);
      return after === undefined ? change : { ...change, after: { ...change.after, ...after } };
    }),
  };
}

/** Runs `act`, and adds the index of the row to an error that it throws. */
async function naming<T>(at: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = (error.errors ?? [{ path: '', message: 'was refused' }]).map(({ path, message }) => ({
      path: path === '' ? `changes.${at}` : `changes.${at}.${path}`,
      message,
    }));
    throw new AppError(error.code, error.detail, { ...error.extra, errors, cause: error });
  }
}

async function renew(app: App, on: ProposalTarget, rows: ReadonlyMap<number, PlannedChange>): Promise<void> {
  const { teamId, session } = on.who;
  await withTeam(app.db, { teamId, userId: session.userId }, async (tx) => {
    const stored = await find(tx, on);
    if (stored.status !== 'open') return;
    const changes = stored.changes.map((change, at) => ({
      ...change,
      before: rows.get(at)?.before ?? change.before,
    }));
    await writeProposal(tx, stored.id, { changes });
  });
}
