import { z } from 'zod';
import { day, id, instant, lineOf, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { SEARCH_KINDS, SEARCH_LENGTH } from './search-values.ts';

/** Where what was asked for stands in a text: from and up to but without, in UTF-16 units. In order, none overlapping. */
const marks = z.array(z.tuple([z.int(), z.int()]));

const searchResult = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  id: storedId,
  /** Of a comment that of its task. */
  title: z.string(),
  /** Around what was asked for, plain text on one line; empty where it stands in the title alone. */
  snippet: z.string(),
  /** Higher fits better; of one answer only. */
  score: z.number(),
  /** The block of a document in which it stands. */
  blockId: storedId.optional(),
  /** The task that a comment is about. */
  taskId: storedId.optional(),
  projectId: storedId.nullable(),
  /** Who made it, null = nobody in the team; without a name once they have left. */
  author: z.strictObject({ id: storedId, name: z.string().nullable() }).nullable(),
  /** Where it is, from the outside in, as far as the reader may see: its project, and of a document the pages above it. */
  path: z.array(z.strictObject({ kind: z.enum(['project', 'document']), id: storedId, title: z.string() })),
  /** When it was changed last; since when a person is in the team. */
  at: instant,
  marks: z.strictObject({ title: marks, snippet: marks }),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchRoutes = [
  defineRoute({
    id: 'search.read',
    method: 'GET',
    path: '/teams/{teamId}/search',
    summary: 'Find tasks, documents, projects, comments and people by their words',
    rule: { kind: 'team', action: 'search.read' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({
      q: lineOf(SEARCH_LENGTH),
      kind: z.enum(SEARCH_KINDS).optional(),
      /** Who made it. */
      author: id.optional(),
      project: id.optional(),
      /** Changed on this day or later, and on that or earlier. */
      from: day.optional(),
      to: day.optional(),
      /** Where those days begin and end; without it where the account says, else in UTC. */
      timeZone: z.string().max(60).optional(),
      ...pageQuery,
    }),
    replies: { 200: z.strictObject({ results: z.array(searchResult), nextCursor }) },
    ids: { teamId: 'team', author: 'user', project: 'project' },
    rateLimit: 'search',
  }),
] as const;
