import { z } from 'zod';
import type { Problem } from '#core/errors.ts';
import { id, instant, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { EXPORT_STATES, IMPORT_STATES, TRANSFER, TRANSFER_COUNTS } from './transfer-values.ts';

const counts = z.record(z.enum(TRANSFER_COUNTS), z.number());
export type TransferCounts = z.infer<typeof counts>;

/** A complete export of a team, finished or in progress. */
const teamExport = z.strictObject({
  id: storedId,
  state: z.enum(EXPORT_STATES),
  requestedBy: storedId,
  askedAt: instant,
  /** Null until the export is ready, like the next two fields. */
  readyAt: instant.nullable(),
  bytes: z.number().nullable(),
  counts: counts.nullable(),
  /** When the exported file will be deleted. */
  expiresAt: instant,
});
export type TeamExport = z.infer<typeof teamExport>;

const importOutcome = z.strictObject({
  counts,
  /** Number of users in the file who were matched to team members by email address. */
  matchedPeople: z.number(),
  /** Number of users in the file who match no member. Their names stay with their content. */
  formerPeople: z.number(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

/** Reason why an import was rejected. `code` has the same meaning as in error responses. */
const importRefusal = z.strictObject({
  code: z.string(),
  detail: z.string(),
  limit: z.string().optional(),
  max: z.number().optional(),
  used: z.number().optional(),
  plan: z.string().optional(),
});
export type ImportRefusal = Pick<Problem, 'code' | 'detail' | 'limit' | 'max' | 'used' | 'plan'>;

/** An import into a team: running, finished or rejected. */
const teamImport = z.strictObject({
  id: storedId,
  state: z.enum(IMPORT_STATES),
  requestedBy: storedId,
  askedAt: instant,
  /** Null until the import is done or has failed. */
  endedAt: instant.nullable(),
  /** Progress from 0 to 1. */
  progress: z.number(),
  /** Set when the import is done. */
  outcome: importOutcome.nullable(),
  /** Set when the import has failed. */
  refusal: importRefusal.nullable(),
});
export type TeamImport = Omit<z.infer<typeof teamImport>, 'refusal'> & { refusal: ImportRefusal | null };

const params = z.strictObject({ teamId: id });
const ids = { teamId: 'team' } as const;

export const transferRoutes = [
  defineRoute({
    id: 'exports.create',
    method: 'POST',
    path: '/teams/{teamId}/exports',
    summary: 'Have a file made of everything in a team; needs a fresh sign-in',
    rule: { kind: 'team', action: 'team.export', needsFreshSignIn: true },
    params,
    replies: { 201: z.strictObject({ export: teamExport }) },
    ids,
  }),
  defineRoute({
    id: 'exports.list',
    method: 'GET',
    path: '/teams/{teamId}/exports',
    summary: 'Files of the team that can still be fetched, and those being made; newest first',
    rule: { kind: 'team', action: 'team.export' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ exports: z.array(teamExport), nextCursor }) },
    ids,
  }),
  defineRoute({
    id: 'exports.file',
    method: 'GET',
    path: '/teams/{teamId}/exports/{exportId}/file',
    summary: 'The file itself, as application/zip; needs a fresh sign-in',
    rule: { kind: 'team', action: 'team.export', needsFreshSignIn: true },
    params: z.strictObject({ teamId: id, exportId: id }),
    replies: { 200: null },
    ids: { teamId: 'team', exportId: 'export' },
  }),
  defineRoute({
    id: 'imports.create',
    method: 'POST',
    path: '/teams/{teamId}/imports',
    summary:
      "Have a team's file brought into this team, which must be empty; all of it or nothing. The list of imports says how it goes",
    rule: { kind: 'team', action: 'team.import' },
    params,
    upload: { types: [TRANSFER.type], maxBytes: TRANSFER.maxBytes, isStreamed: true },
    replies: { 201: z.strictObject({ import: teamImport }) },
    ids,
    rateLimit: 'imports',
  }),
  defineRoute({
    id: 'imports.list',
    method: 'GET',
    path: '/teams/{teamId}/imports',
    summary: 'Files that were brought in within a day, or are, or could not be; newest first',
    rule: { kind: 'team', action: 'team.import' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ imports: z.array(teamImport), nextCursor }) },
    ids,
  }),
] as const;
