import type { Proposal, ProposedChange } from '@hearth/contracts/assistant/assistant';

/** Fields that the user changed on a card, by row index. */
export type CardEdits = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

/** Body of the confirmation: the edited fields, and the chosen rows unless all rows are chosen. */
export interface Confirming {
  only?: number[];
  edits?: { index: number; after: Record<string, unknown> }[];
}

/** Returns a row with its edits applied. */
export function withEdits(change: ProposedChange, edits: Readonly<Record<string, unknown>> | undefined) {
  return { ...change.after, ...edits };
}

/** Builds the body of a confirmation. The body never contains the rows themselves because the server has stored its proposal. */
export function buildConfirming(proposal: Proposal, left: ReadonlySet<number>, edits: CardEdits): Confirming {
  const selected = proposal.changes.map((_, at) => at).filter((at) => !left.has(at));
  const changed = selected.flatMap((index) => {
    const after = edits[index];
    return after === undefined || Object.keys(after).length === 0 ? [] : [{ index, after: { ...after } }];
  });
  return {
    ...(selected.length === proposal.changes.length ? {} : { only: selected }),
    ...(changed.length === 0 ? {} : { edits: changed }),
  };
}

/** Deleting more items than this requires typing their number. */
export const MAX_DELETED_AT_ONCE = 5;

export function countDeletes(proposal: Proposal, left: ReadonlySet<number>): number {
  return proposal.changes.filter(({ act }, at) => act === 'delete' && !left.has(at)).length;
}
