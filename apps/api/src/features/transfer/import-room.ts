import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import type { CheckedFile } from './import-check.ts';

/** Maximum number of deleted rows for each kind with a plan limit, because deleted rows do not count towards that limit. */
const MAX_DELETED = 1_000;

/** Reserves capacity within the plan limits before anything is written, to reject a file early if it exceeds them. */
export async function reserveRoom(command: Command, checked: CheckedFile): Promise<void> {
  const { live } = checked;
  await assertDeletedFit(command, checked);
  command.count('projects', live.projects);
  command.count('tasks', live.tasks);
  command.count('documents', live.documents);
  try {
    await command.reserve();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PLAN_LIMIT_REACHED') throw error;
    const { max = 0, used = 0, limit = '' } = error.extra;
    throw new AppError(
      'PLAN_LIMIT_REACHED',
      `The file has ${(live as Record<string, number>)[limit] ?? 0} ${limit}, and your plan has room for ${Math.max(0, max - used)}. Nothing was imported.`,
      { ...error.extra, cause: error },
    );
  }
}

/** Checks the number of deleted rows of each kind that the plan limits. @throws AppError PLAN_LIMIT_REACHED above `MAX_DELETED` */
async function assertDeletedFit({ tx }: Command, { deleted }: CheckedFile): Promise<void> {
  const plan = await findPlanInForce(tx);
  for (const limit of ['projects', 'tasks', 'documents'] as const) {
    const max = PLANS[plan].limits[limit];
    if (max === null || deleted[limit] <= MAX_DELETED) continue;
    throw new AppError(
      'PLAN_LIMIT_REACHED',
      `The file has ${deleted[limit]} deleted ${limit}, and your plan allows up to ${MAX_DELETED}. Nothing was imported.`,
      { limit, max, used: 0, plan },
    );
  }
}
