import type { Refusal } from '#platform/sync/index.ts';

/** Finds a description update that the server rejected because of a concurrent edit. */
export function findClash(refusals: readonly Refusal[], taskId: string): Refusal | undefined {
  return refusals.find(
    (refusal) => isClash(refusal) && refusal.mutation.effects.some(({ id }) => id === taskId),
  );
}

export function isClash({ mutation, problem }: Refusal): boolean {
  return (
    problem.code === 'CONFLICT' &&
    problem.errors?.some(({ path }) => path === 'descriptionBase') === true &&
    mutation.body !== undefined
  );
}
