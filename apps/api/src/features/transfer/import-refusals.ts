import type { ImportRefusal } from '@hearth/contracts/transfer/transfer';
import { AppError } from '#platform/errors.ts';

/** Builds the error for a team that is not empty. Both the request and the job check for this. */
export function refuseTeamWithWork(): AppError {
  return new AppError(
    'INVALID_STATE',
    'You can only import into a team with no projects, tasks or documents, not even in the trash. Make a new team for it.',
  );
}

/** Converts an error to the stored reason for a failed import. */
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
