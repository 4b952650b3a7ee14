import type { Proposal, ProposedChange } from '@hearth/contracts/assistant/assistant';

/** What a person changed on a card, by the place of the row. */
export type CardEdits = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

/** What confirming sends: the rows, where not all of them are meant, and what was changed in them. */
export interface Confirming {
  only?: number[];
  edits?: { index: number; after: Record<string, unknown> }[];
}

/** A row as it would be done now. */
export function withEdits(change: ProposedChange, edits: Readonly<Record<string, unknown>> | undefined) {
  return { ...change.after, ...edits };
}

/** Never the rows themselves: the server has kept what it proposed. */
export function buildConfirming(proposal: Proposal, left: ReadonlySet<number>, edits: CardEdits): Confirming {
  const places = proposal.changes.map((_, at) => at).filter((at) => !left.has(at));
  const changed = places.flatMap((index) => {
    const after = edits[index];
    return after === undefined || Object.keys(after).length === 0 ? [] : [{ index, after: { ...after } }];
  });
  return {
    ...(places.length === proposal.changes.length ? {} : { only: places }),
    ...(changed.length === 0 ? {} : { edits: changed }),
  };
}

/** More things than this are deleted only after their number was typed. */
export const MOST_DELETED_AT_ONCE = 5;

export function countDeletes(proposal: Proposal, left: ReadonlySet<number>): number {
  return proposal.changes.filter(({ act }, at) => act === 'delete' && !left.has(at)).length;
}
