import { z } from 'zod';
import { AUDIT_ACTS, AUDIT_OBJECTS } from './audit-values.ts';
import { id, instant, moment, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

const hash = z.string();

const auditEntry = z.strictObject({
  /** Consecutive number, in the order in which the actions took effect. */
  number: z.number().int(),
  at: instant,
  /** One of AUDIT_ACTS. Older entries may have actions that no longer exist. */
  act: z.string(),
  /** Null for the server itself and for users without an account on this installation. */
  actorId: storedId.nullable(),
  /** `name` is the object's name at the time of the action. Users are listed by id in `people`. */
  object: z.strictObject({ kind: z.string(), id: storedId.nullable(), name: z.string().nullable() }),
  details: z.record(z.string(), z.unknown()),
  /** The client's network rather than its full address: `203.0.113.0/24`. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Id of the API token that was used. Null if none was used. */
  tokenId: storedId.nullable(),
  hash,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Users referenced by entries, with their current names. */
const person = z.strictObject({ id: storedId, name: z.string(), image: z.string().nullable() });
export type AuditPerson = z.infer<typeof person>;

const chainEnd = z.strictObject({ number: z.number().int(), hash });

const auditCheck = z.strictObject({
  isWhole: z.boolean(),
  /** Number of verified entries. */
  entries: z.number().int(),
  /** Number of the first entry that breaks the chain. Null if the chain is intact. */
  brokenAt: z.number().int().nullable(),
  /** Start of the chain: the last entry removed by retention. */
  start: chainEnd,
  /** End of the chain. A copy stored elsewhere can later prove that no entry before it was rewritten. */
  head: chainEnd,
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** Filters, combined with AND. `person` is the actor or the affected user. `about` is the id of the object. */
const filters = {
  person: id.optional(),
  about: id.optional(),
  act: z.enum(AUDIT_ACTS).optional(),
  object: z.enum(AUDIT_OBJECTS).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

const rule = { kind: 'team', action: 'audit.read' } as const;
const exportRule = { ...rule, needsFreshSignIn: true } as const;
const params = z.strictObject({ teamId: id });
const ids = { teamId: 'team' } as const;

export const auditRoutes = [
  defineRoute({
    id: 'audit.list',
    method: 'GET',
    path: '/teams/{teamId}/audit',
    summary: 'Who did what in the team, newest first',
    rule,
    params,
    query: z.strictObject({ ...pageQuery, ...filters }),
    replies: {
      200: z.strictObject({ entries: z.array(auditEntry), people: z.array(person), nextCursor }),
    },
    ids,
  }),
  defineRoute({
    id: 'audit.export',
    method: 'GET',
    path: '/teams/{teamId}/audit/export',
    summary: 'The audit log as one JSON document; needs a fresh sign-in and is itself an entry',
    rule: exportRule,
    params,
    query: z.strictObject(filters),
    replies: {
      200: z.strictObject({
        exportedAt: instant,
        /** The start of the chain, as in `check`. It allows anyone to verify the chain of a complete export. */
        start: chainEnd,
        head: chainEnd,
        people: z.array(person),
        entries: z.array(auditEntry),
      }),
    },
    ids,
    rateLimit: 'exports',
  }),
  defineRoute({
    id: 'audit.exportCsv',
    method: 'GET',
    path: '/teams/{teamId}/audit/export.csv',
    summary: 'The audit log as a table that is safe to open in a spreadsheet',
    rule: exportRule,
    params,
    query: z.strictObject(filters),
    replies: { 200: null },
    ids,
    rateLimit: 'exports',
  }),
  defineRoute({
    id: 'audit.check',
    method: 'GET',
    path: '/teams/{teamId}/audit/check',
    summary: 'Walks the chain of the audit log and says whether it is unbroken',
    rule,
    params,
    replies: { 200: z.strictObject({ check: auditCheck }) },
    ids,
    rateLimit: 'audits',
  }),
] as const;
