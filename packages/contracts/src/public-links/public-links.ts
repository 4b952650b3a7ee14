import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId, color } from '#core/fields.ts';
import { HEALTHS } from '#projects/project-values.ts';
import { PUBLIC_LINK_DAYS, PUBLIC_LINK_STATES } from './public-link-values.ts';
import { storedRichText } from '#rich-text/rich-text.ts';
import { defineRoute } from '#core/route.ts';
import { PRIORITIES, STATUS_CATEGORIES } from '#model/task-values.ts';
import { TASK_TYPE_ICONS } from '#task-types/task-type-values.ts';

/** The public link of a project, as visible to managers of the project. */
const publicLink = z.strictObject({
  projectId: storedId,
  projectName: z.string(),
  url: z.string(),
  showsDescriptions: z.boolean(),
  showsNames: z.boolean(),
  madeBy: z.strictObject({ userId: storedId, name: z.string() }),
  createdAt: instant,
  /** Null if it never expires. */
  expiresAt: instant.nullable(),
  state: z.enum(PUBLIC_LINK_STATES),
});
export type PublicLink = z.infer<typeof publicLink>;

const sharedLabel = z.strictObject({ name: z.string(), color });

/*
 * The complete public data of a link: no ids, email addresses, images, comments, files or history. Names and descriptions are null unless
 * the link includes them.
 */
const sharedProject = z.strictObject({
  name: z.string(),
  key: z.string(),
  color,
  description: z.string().nullable(),
  health: z.enum(HEALTHS).nullable(),
  startDate: z.string().nullable(),
  targetDate: z.string().nullable(),
  leadName: z.string().nullable(),
  showsDescriptions: z.boolean(),
  /** Statuses with tasks, in board order, with the number of tasks in each. */
  columns: z.array(
    z.strictObject({ name: z.string(), category: z.enum(STATUS_CATEGORIES), color, count: z.number() }),
  ),
});
export type SharedProject = z.infer<typeof sharedProject>;

const taskName = { number: z.number(), title: z.string() };
const sharedTask = z.strictObject({
  ...taskName,
  /** Index of the task's status in `columns`. */
  column: z.number(),
  type: z.strictObject({ name: z.string(), icon: z.enum(TASK_TYPE_ICONS), color }).nullable(),
  priority: z.enum(PRIORITIES),
  labels: z.array(sharedLabel),
  /** A day, or a timestamp to the minute. */
  dueDate: z.string().nullable(),
  subTasks: z.strictObject({ done: z.number(), all: z.number() }),
  assignees: z.array(z.string()).nullable(),
});
export type SharedTask = z.infer<typeof sharedTask>;

const sharedDetails = z.strictObject({
  /** Mentions are plain text, without ids. */
  description: storedRichText.nullable(),
  checklist: z.array(z.strictObject({ title: z.string(), isDone: z.boolean() })),
  parent: z.strictObject(taskName).nullable(),
  parts: z.array(z.strictObject({ ...taskName, isDone: z.boolean() })),
});
export type SharedDetails = z.infer<typeof sharedDetails>;

const params = z.strictObject({ teamId: id, projectId: id });
const ids = { teamId: 'team', projectId: 'project' } as const;
/** Only the length is validated: malformed tokens get the same response as unknown tokens. */
const token = z.string().max(300);

export const publicLinksRoutes = [
  defineRoute({
    id: 'publicLinks.get',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}/public-link',
    summary: 'The public link of a project, if it has one',
    rule: { kind: 'team', action: 'project.grant', object: 'project' },
    params,
    replies: { 200: z.strictObject({ publicLink: publicLink.nullable() }) },
    ids,
  }),
  defineRoute({
    id: 'publicLinks.put',
    method: 'PUT',
    path: '/teams/{teamId}/projects/{projectId}/public-link',
    summary:
      'Show a project to anybody who has a link, or change what the link shows; anew, the old link is dead',
    rule: { kind: 'team', action: 'project.grant', object: 'project' },
    params,
    body: z.strictObject({
      /** Lifetime from now on. Null if the link never expires. Unchanged if omitted. */
      expiresInDays: z
        .union(
          PUBLIC_LINK_DAYS.map((days) => z.literal(days)),
          { error: `must be ${PUBLIC_LINK_DAYS.join(', ')} or null` },
        )
        .nullable()
        .optional(),
      showsDescriptions: z.boolean().optional(),
      showsNames: z.boolean().optional(),
      isNew: z.boolean().default(false),
    }),
    replies: { 200: z.strictObject({ publicLink }) },
    ids,
  }),
  defineRoute({
    id: 'publicLinks.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/projects/{projectId}/public-link',
    summary: 'Turn the public link of a project off',
    rule: { kind: 'team', action: 'project.grant', object: 'project' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'publicLinks.list',
    method: 'GET',
    path: '/teams/{teamId}/public-links',
    summary: 'Every public link of the team, the newest first',
    rule: { kind: 'team', action: 'publicLinks.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ publicLinks: z.array(publicLink), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'shares.read',
    method: 'GET',
    path: '/shares/{token}',
    summary: 'What a public link shows of its project, and a page of its tasks',
    rule: { kind: 'public' },
    params: z.strictObject({ token }),
    query: z.strictObject(pageQuery),
    replies: {
      200: z.strictObject({ project: sharedProject, tasks: z.array(sharedTask), nextCursor }),
    },
    rateLimit: 'shares',
  }),
  defineRoute({
    id: 'shares.task',
    method: 'GET',
    path: '/shares/{token}/tasks/{number}',
    summary: 'One task with its description, where the public link shows descriptions',
    rule: { kind: 'public' },
    params: z.strictObject({ token, number: z.string().max(300) }),
    replies: {
      200: z.strictObject({ project: sharedProject, task: sharedTask, details: sharedDetails }),
    },
    rateLimit: 'shares',
  }),
] as const;
