import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** Messages to a model are counted by the month of UTC. */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** What a model may be told in one turn, in characters: about four of them are a token. */
const CHARACTERS_A_TOKEN = 4;

export async function findModelLimits(tx: TeamTx): Promise<{ messages: number; characters: number }> {
  const { modelMessages, modelTokens } = PLANS[await findPlanInForce(tx)];
  return { messages: modelMessages, characters: modelTokens * CHARACTERS_A_TOKEN };
}
