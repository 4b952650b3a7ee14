import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { AuditCheck } from '@hearth/contracts/audit/audit';
import { CHAIN_START, digestEntry, hashEntry } from '#platform/audit/index.ts';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { findHead, readChain, toContent, type AuditHead, type AuditRow } from './audit.queries.ts';

const PAGE = 1000;

/** Verifies a team's hash chain from its beginning to its head. Entries written meanwhile are verified by the next run. */
export async function checkChain(app: App, teamId: string): Promise<AuditCheck> {
  for (;;) {
    const head = await read(app, teamId, (tx) => findHead(tx));
    if (head === null) return describe(null, 0, null);
    const { walked, brokenAt } = await walk(app, head);
    if (brokenAt === null) return describe(head, walked, null);
    // If old entries were pruned in the meantime, verify again from the new beginning.
    const now = await read(app, teamId, (tx) => findHead(tx));
    if (now === null || now.pruned_to === head.pruned_to) return describe(head, walked, brokenAt);
  }
}

async function walk(app: App, head: AuditHead): Promise<{ walked: number; brokenAt: number | null }> {
  let at = head.pruned_to;
  let hash: Buffer = head.pruned_hash;
  for (;;) {
    const rows: AuditRow[] = await read(app, head.team_id, (tx) => readChain(tx, at, head.last_number, PAGE));
    for (const row of rows) {
      hash = hashEntry(hash, at + 1, digestEntry(toContent(row)));
      if (row.number !== at + 1 || !row.hash.equals(hash))
        return { walked: at - head.pruned_to, brokenAt: at + 1 };
      at += 1;
    }
    if (rows.length < PAGE) break;
    await letOthersRun();
  }
  const walked = at - head.pruned_to;
  // Missing entries at the end leave no gap in the numbers, so they can only be detected by comparison with the head.
  const isComplete = at === head.last_number && hash.equals(head.last_hash);
  return { walked, brokenAt: isComplete ? null : at + 1 };
}

function describe(head: AuditHead | null, entries: number, brokenAt: number | null): AuditCheck {
  return { isWhole: brokenAt === null, entries, brokenAt, ...endsOf(head) };
}

/** Returns the beginning and the head of a chain, which customers can archive as evidence. */
export function endsOf(head: AuditHead | null): Pick<AuditCheck, 'start' | 'head'> {
  return {
    start: { number: head?.pruned_to ?? 0, hash: (head?.pruned_hash ?? CHAIN_START).toString('hex') },
    head: { number: head?.last_number ?? 0, hash: (head?.last_hash ?? CHAIN_START).toString('hex') },
  };
}

async function read<T>(app: App, teamId: string, query: Parameters<typeof readTeam<T>>[2]): Promise<T> {
  return await readTeam(app.db, { teamId, userId: null }, query);
}
