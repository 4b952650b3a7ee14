import { z } from 'zod';
import { id, instant, lineOf, nextCursor, pageQuery, position, storedId, color } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';
import { findViewFault, MAX_VIEW_TEXT } from './saved-view-values.ts';

/** A saved view of tasks. */
const savedView = z.strictObject({
  id: storedId,
  /** Null for all tasks of the team. */
  projectId: storedId.nullable(),
  name: z.string(),
  color,
  /** URL syntax: `view=table&filter=assignee%3Ame&sort=due`. */
  text: z.string(),
  /** Visible only to the creator. */
  isPrivate: z.boolean(),
  /** Only the creator and managers of the project can change the view. */
  isLocked: z.boolean(),
  position: z.string(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type SavedView = z.infer<typeof savedView>;

const text = z
  .string()
  .max(MAX_VIEW_TEXT, { error: `must be ${MAX_VIEW_TEXT} characters or fewer` })
  .superRefine((value, context) => {
    const fault = value.length > MAX_VIEW_TEXT ? null : findViewFault(value);
    if (fault !== null)
      context.addIssue({ code: 'custom', message: `has a part that can’t be read: ${fault.slice(0, 60)}` });
  });
const name = lineOf(LIMITS.viewName);
const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, viewId: id });
const ids = { teamId: 'team', viewId: 'view' } as const;
const reply = z.strictObject({ view: savedView });

export const savedViewsRoutes = [
  defineRoute({
    id: 'views.list',
    method: 'GET',
    path: '/teams/{teamId}/views',
    summary: 'The saved views that the caller may see, the oldest first',
    rule: { kind: 'team', action: 'views.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ views: z.array(savedView), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'views.create',
    method: 'POST',
    path: '/teams/{teamId}/views',
    summary: "Keep a view of a project's tasks, or of all the team's; a guest keeps private ones",
    // Only the creation is authorized here: sharing is authorized against the view itself.
    rule: { kind: 'team', action: 'views.create' },
    params: teamParams,
    body: z.strictObject({
      id: id.optional(),
      projectId: id.nullable().optional(),
      name,
      color: color.optional(),
      text,
      isPrivate: z.boolean().optional(),
      isLocked: z.boolean().optional(),
      position: position.optional(),
    }),
    replies: { 201: reply },
    ids: { teamId: 'team', id: 'new', projectId: 'project' },
  }),
  defineRoute({
    id: 'views.update',
    method: 'PATCH',
    path: '/teams/{teamId}/views/{viewId}',
    summary: 'Change a saved view, share it or lock it',
    // Changes are authorized against the view itself: an invisible view yields 404, even for guests.
    rule: { kind: 'team', action: 'views.read' },
    params,
    body: z.strictObject({
      name: name.optional(),
      color: color.optional(),
      text: text.optional(),
      isPrivate: z.boolean().optional(),
      isLocked: z.boolean().optional(),
      position: position.optional(),
    }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'views.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/views/{viewId}',
    summary: 'Delete a saved view; the tasks stay as they are',
    rule: { kind: 'team', action: 'views.read' },
    params,
    replies: { 204: null },
    ids,
  }),
] as const;
