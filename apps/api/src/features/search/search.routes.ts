import { searchRoutes } from '@hearth/contracts/search/search';
import { isTimeZone } from '#platform/day-in-zone.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '#platform/http/paging.ts';
import { MATCH_KINDS, type PageStart } from './search.queries.ts';
import { createSearch } from './search.service.ts';
import type { Stems } from './stems.ts';

const MAX_PAGED = 100_000;

export function bindSearch(app: App, stems: Stems): Binding[] {
  const find = createSearch(app, stems);
  return [
    bind('search.read', searchRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const { q: text, limit, cursor, ...filters } = query;
      if (filters.timeZone !== undefined && !isTimeZone(filters.timeZone))
        throw invalidField('timeZone', 'must be a time zone such as Asia/Kolkata');
      const { results, next } = await find({
        teamId,
        actor,
        text,
        filters,
        limit,
        start: readStart(cursor),
      });
      return { results, nextCursor: next === null ? null : encodeCursor([next.among, String(next.offset)]) };
    }),
  ];
}

function readStart(cursor: string | undefined): PageStart | null {
  const parts = decodeCursor(cursor, 2);
  if (parts === null) return null;
  const [among, offset = ''] = parts;
  const kind = MATCH_KINDS.find((one) => one === among);
  if (kind === undefined || !/^\d{1,6}$/.test(offset) || Number(offset) > MAX_PAGED) throw invalidCursor();
  return { among: kind, offset: Number(offset) };
}
