import { z } from 'zod';
import { id, lineOf, nextCursor, pageQuery, storedId, color } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';

const label = z.strictObject({ id: storedId, name: z.string(), color });
export type Label = z.infer<typeof label>;

const teamParams = z.strictObject({ teamId: id });
const labelParams = z.strictObject({ teamId: id, labelId: id });
const labelIds = { teamId: 'team', labelId: 'label' } as const;
const labelReply = z.strictObject({ label });

export const labelsRoutes = [
  defineRoute({
    id: 'labels.list',
    method: 'GET',
    path: '/teams/{teamId}/labels',
    summary: "The team's labels, the oldest first",
    rule: { kind: 'team', action: 'labels.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ labels: z.array(label), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'labels.create',
    method: 'POST',
    path: '/teams/{teamId}/labels',
    summary: 'Make a label; its name is one of a kind in the team, whatever its case',
    rule: { kind: 'team', action: 'labels.change' },
    params: teamParams,
    body: z.strictObject({ id: id.optional(), name: lineOf(LIMITS.labelName), color: color.optional() }),
    replies: { 201: labelReply },
    ids: { teamId: 'team', id: 'new' },
  }),
  defineRoute({
    id: 'labels.update',
    method: 'PATCH',
    path: '/teams/{teamId}/labels/{labelId}',
    summary: 'Change a label',
    rule: { kind: 'team', action: 'labels.change' },
    params: labelParams,
    body: z.strictObject({ name: lineOf(LIMITS.labelName).optional(), color: color.optional() }),
    replies: { 200: labelReply },
    ids: labelIds,
  }),
  defineRoute({
    id: 'labels.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/labels/{labelId}',
    summary: 'Delete a label, and take it off every task',
    rule: { kind: 'team', action: 'labels.delete' },
    params: labelParams,
    replies: { 204: null },
    ids: labelIds,
  }),
] as const;
