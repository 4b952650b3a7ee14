import type { AuditEntry, AuditPerson } from '@hearth/contracts/audit/audit';
import { MAX_AUDIT_EXPORT } from '@hearth/contracts/audit/audit-values';
import { writeAudit, type Provenance } from '#platform/audit/index.ts';
import { readTeam, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import {
  findHead,
  findPeople,
  listEntries,
  toEntry,
  type AuditFilters,
  type AuditHead,
  type AuditRow,
} from './audit.queries.ts';

const PAGE = 1000;

interface WholeLog {
  entries: AuditEntry[];
  people: AuditPerson[];
  head: AuditHead | null;
}

/** Returns up to `MAX_AUDIT_EXPORT` entries, newest first. The export is audited first, so it is included if it matches the filters. */
export async function exportLog(
  app: App,
  on: { teamId: string; userId: string; from: Provenance },
  filters: AuditFilters,
  format: 'csv' | 'json',
): Promise<WholeLog> {
  const { teamId, userId, from } = on;
  await withTeam(app.db, { teamId, userId }, async (tx) => {
    const details = { format, filters };
    await writeAudit(
      tx,
      { act: 'audit.exported', object: 'team', objectId: teamId, details },
      { teamId, userId, now: app.clock.now(), from },
    );
  });
  const entries: AuditEntry[] = [];
  const people = new Map<string, AuditPerson>();
  const head = await readTeam(app.db, { teamId, userId }, (tx) => findHead(tx));
  for (let before: number | null = null; entries.length < MAX_AUDIT_EXPORT;) {
    const page: { rows: AuditRow[]; named: AuditPerson[] } = await readTeam(
      app.db,
      { teamId, userId },
      async (tx) => {
        const rows = await listEntries(tx, filters, { before, limit: PAGE });
        return { rows, named: await findPeople(tx, rows) };
      },
    );
    entries.push(...page.rows.slice(0, PAGE).map(toEntry));
    for (const person of page.named) people.set(person.id, person);
    if (page.rows.length <= PAGE) break;
    before = entries.at(-1)?.number ?? 0;
  }
  return { entries, people: [...people.values()], head };
}
