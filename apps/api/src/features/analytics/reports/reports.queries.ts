import { sql } from 'kysely';
import type { ReportSchedule } from '@hearth/contracts/analytics/reports';
import type { Locale } from '@hearth/contracts/core/locales';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

export interface StoredSchedule extends Omit<ReportSchedule, 'nextAt'> {
  nextAt: Date;
  folderId: string | null;
}

/** @param isLocked whether to lock the row until the transaction ends */
export async function findSchedule(tx: TeamTx, isLocked = false): Promise<StoredSchedule | null> {
  const { rows } = await sql<StoredSchedule>`
    select s.weekday, s.hour, s.project_id as "projectId", s.saves_document as "savesDocument",
      s.folder_id as "folderId", s.next_at as "nextAt", s.created_by as "createdBy",
      array(select r.user_id from report_recipients r
        join memberships m on m.team_id = r.team_id and m.user_id = r.user_id and m.removed_at is null
        where r.team_id = s.team_id order by r.user_id)::text[] as "recipientIds"
    from report_schedules s where s.team_id = ${tx.teamId} ${isLocked ? sql`for update of s` : sql``}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export async function putSchedule(
  tx: TeamTx,
  schedule: Omit<StoredSchedule, 'folderId'>,
  now: Date,
): Promise<void> {
  const fields = {
    project_id: schedule.projectId,
    weekday: schedule.weekday,
    hour: schedule.hour,
    saves_document: schedule.savesDocument,
    next_at: schedule.nextAt,
    created_by: schedule.createdBy,
    updated_at: now,
  };
  await tx
    .insertInto('report_schedules')
    .values({ team_id: tx.teamId, folder_id: null, ...fields })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(fields))
    .execute();
  await tx.deleteFrom('report_recipients').where('team_id', '=', tx.teamId).execute();
  if (schedule.recipientIds.length === 0) return;
  await tx
    .insertInto('report_recipients')
    .values(schedule.recipientIds.map((userId) => ({ team_id: tx.teamId, user_id: userId })))
    .execute();
}

export async function deleteSchedule(tx: TeamTx): Promise<void> {
  await tx.deleteFrom('report_schedules').where('team_id', '=', tx.teamId).execute();
}

export async function deleteRecipient(tx: TeamTx, userId: string): Promise<void> {
  await tx
    .deleteFrom('report_recipients')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
}

export async function noteNext(tx: TeamTx, nextAt: Date): Promise<void> {
  await tx
    .updateTable('report_schedules')
    .set({ next_at: nextAt })
    .where('team_id', '=', tx.teamId)
    .execute();
}

/**
 * Stores the parent document of saved reports, unless the schedule was changed to another project.
 * @param projectId project of the report
 */
export async function noteFolder(tx: TeamTx, projectId: string | null, folderId: string): Promise<void> {
  await sql`update report_schedules set folder_id = ${folderId}
    where team_id = ${tx.teamId} and project_id is not distinct from ${projectId}`.execute(tx);
}

/** Returns the ids of teams whose report is due, longest overdue first. */
export async function listDueTeams(tx: SystemTx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ teamId: string }>`
    select s.team_id as "teamId" from report_schedules s
    where s.next_at <= ${now} and not exists (select from teams t where t.id = s.team_id and t.deleted_at is not null)
    order by s.next_at limit ${limit}`.execute(tx);
  return rows.map(({ teamId }) => teamId);
}

export async function findReader(
  tx: TeamTx,
  userId: string,
): Promise<{ email: string; language: Locale | null; team: string } | null> {
  const { rows } = await sql<{ email: string; language: Locale | null; team: string }>`
    select u.email, u.language, t.name as team from users u join teams t on t.id = ${tx.teamId}
    where u.id = ${userId} and u.deleted_at is null and u.delete_at is null and t.deleted_at is null`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Returns whether documents can still be added to this document. */
export async function isFolder(tx: TeamTx, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from documents d where d.team_id = ${tx.teamId} and d.id = ${documentId}
      and d.deleted_at is null and d.archived_at is null and not d.is_template`.execute(tx);
  return rows.length > 0;
}
