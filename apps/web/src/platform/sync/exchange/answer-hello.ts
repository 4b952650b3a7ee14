import type { TabRows } from './tab-rows.ts';
import type { Ports, TabMessage } from '#platform/sync/rows/types.ts';

/** Sends the rows and outcomes that a tab lacks which has just opened or has missed messages. Runs in the leading tab. */
export function answerHello(
  rows: TabRows,
  channel: Ports['channel'],
  { tab, cursor, epoch, pending }: Extract<TabMessage, { type: 'hello' }>,
): void {
  const { store, recent, outcomes } = rows;
  const to = store.cursor;
  const missed = cursor === null ? null : recent.since(cursor);
  const isSame = epoch === store.epoch;
  if (to !== null && cursor !== null && missed !== null && isSame) {
    if (cursor < to) channel.post({ type: 'changes', epoch, from: cursor, to, changes: missed });
  } else if (cursor !== to || !isSame) rows.postState(tab);
  const settled: string[] = [];
  const unknown: string[] = [];
  for (const id of pending) {
    const answer = outcomes.get(id);
    if (answer === 'settled') settled.push(id);
    else if (typeof answer === 'number') channel.post({ type: 'acked', mutationId: id, seq: answer });
    else if (answer === undefined && store.pending.get(id) === undefined) unknown.push(id);
  }
  const refusals = rows.refusals.filter(({ mutation }) => pending.includes(mutation.mutationId));
  if (refusals.length > 0) channel.post({ type: 'refused', refusals });
  if (settled.length + unknown.length > 0) channel.post({ type: 'answers', for: tab, settled, unknown });
}
