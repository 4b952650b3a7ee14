import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** Returns the calendar month in UTC, by which model messages are counted. */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** Converts token limits to characters of model input. A token has about four characters. */
const CHARACTERS_A_TOKEN = 4;

export async function findModelLimits(tx: TeamTx): Promise<{ messages: number; characters: number }> {
  const { modelMessages, modelTokens } = PLANS[await findPlanInForce(tx)];
  return { messages: modelMessages, characters: modelTokens * CHARACTERS_A_TOKEN };
}
