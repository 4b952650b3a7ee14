import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** Model messages are counted per calendar month in UTC. */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** Model input per turn, in characters: a token is about four of them. */
const CHARACTERS_A_TOKEN = 4;

export async function findModelLimits(tx: TeamTx): Promise<{ messages: number; characters: number }> {
  const { modelMessages, modelTokens } = PLANS[await findPlanInForce(tx)];
  return { messages: modelMessages, characters: modelTokens * CHARACTERS_A_TOKEN };
}
