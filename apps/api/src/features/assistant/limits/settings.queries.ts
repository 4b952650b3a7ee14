import type { AssistantMode } from '@hearth/contracts/assistant/assistant-values';
import type { TeamTx } from '#platform/db/index.ts';

export interface TeamSettings {
  mode: AssistantMode;
  keepsBodies: boolean;
}

export async function readSettings(tx: TeamTx): Promise<TeamSettings> {
  const row = await tx
    .selectFrom('assistant_settings')
    .select(['mode', 'keeps_bodies'])
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return { mode: row?.mode ?? 'any', keepsBodies: row?.keeps_bodies ?? false };
}

export async function writeSettings(tx: TeamTx, { mode, keepsBodies }: TeamSettings): Promise<void> {
  await tx
    .insertInto('assistant_settings')
    .values({ team_id: tx.teamId, mode, keeps_bodies: keepsBodies })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ mode, keeps_bodies: keepsBodies }))
    .execute();
}
