import { z } from 'zod';
import { day, id, instant, lineOf, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { SEARCH_KINDS, SEARCH_LENGTH } from './search-values.ts';

/** Ranges of matches in text: half-open, in UTF-16 code units. Sorted, without overlaps. */
const marks = z.array(z.tuple([z.int(), z.int()]));

const searchResult = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  id: storedId,
  /** For a comment, the title of its task. */
  title: z.string(),
  /** Plain text around the match, on one line. Empty if only the title matches. */
  snippet: z.string(),
  /** Relevance score. Only comparable within one response. */
  score: z.number(),
  /** The block of a document that contains the match. */
  blockId: storedId.optional(),
  /** The task to which a comment belongs. */
  taskId: storedId.optional(),
  projectId: storedId.nullable(),
  /** Null if the object has no author. The name is null unless the author is a member of the team. */
  author: z.strictObject({ id: storedId, name: z.string().nullable() }).nullable(),
  /** Breadcrumbs, limited to objects that the reader may see: the project, and for documents the ancestors. */
  path: z.array(z.strictObject({ kind: z.enum(['project', 'document']), id: storedId, title: z.string() })),
  /** Time of the last change. For members, the time when they joined. */
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
      /** Restricts the results to this author. */
      author: id.optional(),
      project: id.optional(),
      /** Restricts the results to those changed within these days, inclusive. */
      from: day.optional(),
      to: day.optional(),
      /** Time zone of `from` and `to`. Defaults to the account's time zone, or else UTC. */
      timeZone: z.string().max(60).optional(),
      ...pageQuery,
    }),
    replies: { 200: z.strictObject({ results: z.array(searchResult), nextCursor }) },
    ids: { teamId: 'team', author: 'user', project: 'project' },
    rateLimit: 'search',
  }),
] as const;
