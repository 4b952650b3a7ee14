import type { TeamExport } from '@hearth/contracts/transfer/transfer';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { runCommand, type RequestKey, type CommandResult } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { makeExport } from './export-jobs.ts';
import { listHiddenDocuments, listHiddenProjects } from './export-parts.ts';
import { findExport, findWaiting, insertExport, listRequestedSince } from './exports.queries.ts';

const HOUR_MS = 3_600_000;

interface TeamUser {
  teamId: string;
  userId: string;
}

/** Requests an export of the team, or returns the user's pending export. @throws AppError RATE_LIMITED */
export async function requestExport(
  app: App,
  on: TeamUser,
  requestKey: RequestKey,
): Promise<CommandResult<{ export: TeamExport }>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { tx, teamId, userId, now } = command;
    const waiting = await findWaiting(tx, userId, now);
    if (waiting !== null) return { export: waiting };
    if (app.config.hasRateLimits) {
      const lately = await listRequestedSince(tx, new Date(now.getTime() - HOUR_MS));
      const [oldest] = lately;
      if (oldest !== undefined && lately.length >= TRANSFER.exportsPerHour) {
        throw new AppError(
          'RATE_LIMITED',
          `A team can make up to ${TRANSFER.exportsPerHour} exports an hour. Try again later.`,
          {
            retryAfterSeconds: Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000),
          },
        );
      }
    }
    const inserted = await insertExport(tx, {
      team_id: teamId,
      id: command.newId(),
      asked_by: userId,
      asked_at: now,
      expires_at: new Date(now.getTime() + TRANSFER.keptHours * HOUR_MS),
    });
    await command.enqueue(makeExport, { data: { exportId: inserted.id } });
    command.audit({
      act: 'team.exportAsked',
      object: 'team',
      objectId: teamId,
      details: { exportId: inserted.id },
    });
    return { export: inserted };
  });
}

/**
 * Opens the file of an export for users who may currently see everything in it. Each download is recorded in the audit log.
 * @throws AppError NOT_FOUND if it has expired, INVALID_STATE if it is pending or has failed, FORBIDDEN
 */
export async function openExport(app: App, on: TeamUser & { exportId: string }) {
  const { row, hidden } = await readTeam(app.db, on, async (tx) => ({
    row: await findExport(tx, on.exportId),
    hidden: [...(await listHiddenProjects(tx, on.userId)), ...(await listHiddenDocuments(tx, on.userId))],
  }));
  if (row === null || row.expires_at <= app.clock.now()) throw notFound('This file');
  if (row.state === 'waiting')
    throw new AppError('INVALID_STATE', 'The export isn’t ready yet. Try again in a moment.');
  if (row.state === 'failed' || row.storage_key === null) {
    throw new AppError('INVALID_STATE', 'The export failed. Start a new one.');
  }
  const { ready_at: readyAt, left_out: leftOut } = row;
  if (hidden.some(({ id, createdAt }) => createdAt <= (readyAt ?? createdAt) && !leftOut?.includes(id))) {
    throw new AppError(
      'FORBIDDEN',
      'This export contains a private project or document you can’t see. Start a new one.',
    );
  }
  await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const { teamId: objectId, exportId } = on;
    command.audit({ act: 'team.exportFetched', object: 'team', objectId, details: { exportId } });
  });
  const file = await app.storage.open(row.storage_key);
  if (file === null) throw notFound('This file');
  return { ...file, askedAt: row.asked_at };
}
