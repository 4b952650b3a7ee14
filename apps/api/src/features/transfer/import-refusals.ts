import type { ImportRefusal } from '@hearth/contracts/transfer/transfer';
import { AppError } from '#platform/errors.ts';

/** The error for a team that already has work, when requested or when the job runs. */
export function refuseTeamWithWork(): AppError {
  return new AppError(
    'INVALID_STATE',
    'You can only import into a team with no projects, tasks or documents, not even in the trash. Make a new team for it.',
  );
}

/** The stored reason why an import failed. */
export function toRefusal(error: unknown): ImportRefusal {
  if (!(error instanceof AppError)) {
    return { code: 'INTERNAL', detail: 'Something went wrong on our side. Nothing was imported.' };
  }
  const { code, detail, limit, max, used, plan } = error.toProblem();
  return {
    code,
    detail,
    ...(limit === undefined ? {} : { limit }),
    ...(max === undefined ? {} : { max }),
    ...(used === undefined ? {} : { used }),
    ...(plan === undefined ? {} : { plan }),
  };
}
