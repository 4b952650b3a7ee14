import type { AuditObject } from '@hearth/contracts/audit/audit-values';
import { apiOrigin, call, readProblem } from '#platform/api/api-client.ts';
import { saveFile } from '#ui/files/save-file.ts';

export interface AuditFilter {
  person: string | null;
  object: AuditObject | null;
  /** First and last day, both inclusive: `2026-11-20`. */
  from: string | null;
  to: string | null;
}

export const NO_FILTER: AuditFilter = { person: null, object: null, from: null, to: null };

/** The filter as query parameters, from the start of the first day to the end of the last one, in local time. */
export function toQuery({ person, object, from, to }: AuditFilter) {
  return {
    ...(person === null ? {} : { person }),
    ...(object === null ? {} : { object }),
    ...(from === null ? {} : { from: startOfDay(from, 0) }),
    ...(to === null ? {} : { to: startOfDay(to, 1) }),
  };
}

function startOfDay(day: string, daysOn: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysOn).toISOString();
}

/** Downloads the filtered entries as a file. */
export async function exportLog(teamId: string, filter: AuditFilter, format: 'csv' | 'json'): Promise<void> {
  const query = toQuery(filter);
  if (format === 'json') {
    const whole = await call('GET /teams/{teamId}/audit/export', { params: { teamId }, query });
    return saveFile(
      'hearth-audit-log.json',
      new Blob([JSON.stringify(whole, null, 2)], { type: 'application/json' }),
    );
  }
  const address = `${apiOrigin}/teams/${teamId}/audit/export.csv?${new URLSearchParams(query).toString()}`;
  const response = await fetch(address, { credentials: 'include', signal: AbortSignal.timeout(60_000) });
  const text = await response.text();
  if (!response.ok) throw readProblem(response.status, text);
  saveFile('hearth-audit-log.csv', new Blob([text], { type: 'text/csv' }));
}
