import { z } from 'zod';
import { AUDIT_ACTS, AUDIT_OBJECTS } from './audit-values.ts';
import { id, instant, moment, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';

const hash = z.string();

const auditEntry = z.strictObject({
  /** Counts up without gaps, in the order in which the acts took effect. */
  number: z.number().int(),
  at: instant,
  /** One of AUDIT_ACTS; an older entry may have one that is no longer made. */
  act: z.string(),
  /** null = the server itself, or somebody without an account here. */
  actorId: storedId.nullable(),
  /** `name` is what the thing was called then; people are in `people` by their id. */
  object: z.strictObject({ kind: z.string(), id: storedId.nullable(), name: z.string().nullable() }),
  details: z.record(z.string(), z.unknown()),
  /** The network, not the device: `203.0.113.0/24`. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The API token that it was done with. */
  tokenId: storedId.nullable(),
  hash,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Whom entries name, as they are called now. */
const person = z.strictObject({ id: storedId, name: z.string(), image: z.string().nullable() });
export type AuditPerson = z.infer<typeof person>;

const chainEnd = z.strictObject({ number: z.number().int(), hash });

const auditCheck = z.strictObject({
  isWhole: z.boolean(),
  /** How many entries were walked. */
  entries: z.number().int(),
  /** The first entry that does not fit; null when all do. */
  brokenAt: z.number().int().nullable(),
  /** Where the chain begins: what was removed by age ends there. */
  start: chainEnd,
  /** Where it ends. Kept elsewhere, it proves later that nothing before it was rewritten. */
  head: chainEnd,
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** All of a filter holds together. `person` did it or had it done to them, `about` is the thing's id. */
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
        /** As `check` has them: with them the chain of a whole export can be checked by anybody. */
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
