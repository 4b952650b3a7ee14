import { z } from 'zod';
import { cyclePlan } from '#cycles/cycles.ts';
import {
  day,
  id,
  instant,
  lineOf,
  nextCursor,
  pageQuery,
  storedId,
  timeZone,
  textOf,
  timeOfDay,
  color,
} from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { projectKey } from '#projects/projects.ts';
import { RELATION_KINDS } from '#relations/relation-values.ts';
import { richText } from '#rich-text/rich-text.ts';
import { defineRoute } from '#core/route.ts';
import { defaultedScalars } from '#model/scalar-fields.ts';
import { STATUS_CATEGORIES } from '#model/task-values.ts';
import { taskIds, taskParams } from '#tasks/tasks.ts';
import { TEMPLATE_KINDS, TEMPLATE_LIMITS, type Template, type TemplateContent } from './template-values.ts';

const indexBelow = (most: number) =>
  z
    .int()
    .min(0)
    .max(most - 1);
const dayFrom = z.int().min(0).max(TEMPLATE_LIMITS.days).nullable();
const statusName = { name: lineOf(LIMITS.statusName), category: z.enum(STATUS_CATEGORIES) };
const roleName = lineOf(TEMPLATE_LIMITS.roleName);

const templateValue = z.union([
  z.strictObject({ value: z.union([z.string().max(LIMITS.fieldText), z.number(), z.literal(true)]) }),
  z.strictObject({ day: z.int().min(-TEMPLATE_LIMITS.days).max(TEMPLATE_LIMITS.days) }),
  z.strictObject({ role: indexBelow(TEMPLATE_LIMITS.roles) }),
  z.strictObject({ memberId: id }),
  z.strictObject({
    options: z.array(z.strictObject({ id, name: lineOf(LIMITS.optionName) })).max(LIMITS.optionsPerField),
  }),
  z.strictObject({ tasks: z.array(indexBelow(TEMPLATE_LIMITS.tasks)).max(LIMITS.tasksPerValue) }),
]);

const templateTask = z.strictObject({
  parent: indexBelow(TEMPLATE_LIMITS.tasks).nullable(),
  title: lineOf(LIMITS.taskTitle),
  description: textOf(LIMITS.taskDescription),
  descriptionDoc: richText.nullable(),
  status: z.strictObject(statusName).nullable(),
  ...defaultedScalars,
  labels: z.array(lineOf(LIMITS.labelName)).max(LIMITS.labelsPerTask),
  // Templates that are older than task types have no type.
  type: lineOf(LIMITS.taskTypeName).nullable().default(null),
  startDay: dayFrom,
  dueDay: dayFrom,
  startTime: timeOfDay.nullable().optional(),
  dueTime: timeOfDay.nullable().optional(),
  roles: z.array(indexBelow(TEMPLATE_LIMITS.roles)).max(LIMITS.assignees),
  memberIds: z.array(id).max(LIMITS.assignees),
  checklist: z.array(lineOf(LIMITS.taskTitle)).max(LIMITS.checklistItems),
  milestone: indexBelow(TEMPLATE_LIMITS.milestones).nullable(),
  custom: z
    .record(id, templateValue)
    .refine((values) => Object.keys(values).length <= LIMITS.fieldsPerTeam)
    .optional(),
});

/** Stored content, including content imported from team files. `findTemplateFault` checks its consistency. */
export const templateContent = z.strictObject({
  roles: z.array(roleName).max(TEMPLATE_LIMITS.roles),
  tasks: z.array(templateTask).max(TEMPLATE_LIMITS.tasks),
  relations: z
    .array(
      z.strictObject({
        kind: z.enum(RELATION_KINDS),
        from: indexBelow(TEMPLATE_LIMITS.tasks),
        to: indexBelow(TEMPLATE_LIMITS.tasks),
      }),
    )
    .max(TEMPLATE_LIMITS.relations),
  milestones: z
    .array(
      z.strictObject({
        name: lineOf(LIMITS.milestoneName),
        description: textOf(LIMITS.milestoneDescription),
        targetDay: dayFrom,
      }),
    )
    .max(TEMPLATE_LIMITS.milestones),
  project: z
    .strictObject({
      description: textOf(LIMITS.taskDescription),
      color,
      startDay: dayFrom,
      targetDay: dayFrom,
      cycles: cyclePlan.nullable(),
      limits: z
        .array(z.strictObject({ ...statusName, most: z.int().min(1).max(LIMITS.tasksInColumn) }))
        .max(LIMITS.statusesPerTeam),
    })
    .nullable(),
}) satisfies z.ZodType<TemplateContent>;

const about = {
  id: storedId,
  name: z.string(),
  kind: z.enum(TEMPLATE_KINDS),
  createdBy: storedId.nullable(),
  createdAt: instant,
  updatedAt: instant,
};
const template = z.strictObject({
  ...about,
  content: z.looseObject({}) as unknown as z.ZodType<TemplateContent>,
}) satisfies z.ZodType<Template>;
/** A template in lists, without its content. */
const templateLine = z.strictObject({ ...about, tasks: z.number(), roles: z.array(z.string()) });
export type TemplateLine = z.infer<typeof templateLine>;

export const templateName = lineOf(TEMPLATE_LIMITS.name);
const MAX_NEW_IDS =
  TEMPLATE_LIMITS.tasks +
  TEMPLATE_LIMITS.milestones +
  TEMPLATE_LIMITS.checklistItems +
  TEMPLATE_LIMITS.relations;
/** Time zone of times of day. Defaults to UTC. */
const zone = timeZone.optional();
const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, templateId: id });
const ids = { teamId: 'team', templateId: 'template' } as const;
const reply = z.strictObject({ template });
const captureBody = z.strictObject({
  id: id.optional(),
  name: templateName,
  /** Assigned users: replaced by a role, or kept if the role is null. Each user who is not listed gets a separate role. */
  people: z
    .array(z.strictObject({ userId: id, role: roleName.nullable() }))
    .max(TEMPLATE_LIMITS.roles, { error: `can have up to ${TEMPLATE_LIMITS.roles} roles` })
    .optional(),
  timeZone: zone,
});
/** The user for each role, in order. Null if not assigned. */
const roleIds = z
  .array(id.nullable())
  .max(TEMPLATE_LIMITS.roles, { error: `can have up to ${TEMPLATE_LIMITS.roles} roles` });
const parts = z
  .array(id)
  .max(MAX_NEW_IDS, { error: `can have up to ${MAX_NEW_IDS} ids` })
  .refine((all) => new Set(all).size === all.length, { error: 'can’t contain duplicates' });

export const templatesRoutes = [
  defineRoute({
    id: 'templates.list',
    method: 'GET',
    path: '/teams/{teamId}/templates',
    summary: "The team's templates, the oldest first, without what they hold",
    rule: { kind: 'team', action: 'templates.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ templates: z.array(templateLine), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'templates.fromTask',
    method: 'POST',
    path: '/teams/{teamId}/tasks/{taskId}/template',
    summary: 'Make a template of a task with its sub-tasks; everybody in the team but guests can read it',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    body: captureBody,
    replies: { 201: reply },
    ids: { ...taskIds, id: 'new', userId: 'user' },
  }),
  defineRoute({
    id: 'templates.fromProject',
    method: 'POST',
    path: '/teams/{teamId}/projects/{projectId}/template',
    summary: 'Make a template of a project; everybody in the team but guests can read it',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params: z.strictObject({ teamId: id, projectId: id }),
    body: captureBody,
    replies: { 201: reply },
    ids: { teamId: 'team', projectId: 'project', id: 'new', userId: 'user' },
  }),
  defineRoute({
    id: 'templates.get',
    method: 'GET',
    path: '/teams/{teamId}/templates/{templateId}',
    summary: 'A template with what it holds',
    rule: { kind: 'team', action: 'templates.read' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'templates.update',
    method: 'PATCH',
    path: '/teams/{teamId}/templates/{templateId}',
    summary: 'Rename a template: whoever made it, and admins',
    rule: { kind: 'team', action: 'templates.change' },
    params,
    body: z.strictObject({ name: templateName.optional() }),
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'templates.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/templates/{templateId}',
    summary: 'Delete a template: whoever made it, and admins; what was made of it stays',
    rule: { kind: 'team', action: 'templates.change' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'templates.restore',
    method: 'POST',
    path: '/teams/{teamId}/templates/{templateId}/restore',
    summary: 'Bring a deleted template back',
    rule: { kind: 'team', action: 'templates.change' },
    params,
    replies: { 200: reply },
    ids,
  }),
  defineRoute({
    id: 'templates.use',
    method: 'POST',
    path: '/teams/{teamId}/templates/{templateId}/use',
    summary: 'Make the work of a template, all of it or nothing, in one step of the log',
    rule: { kind: 'team', action: 'templates.use' },
    params,
    body: z.strictObject({
      /** Id of the created project or root task. */
      id: id.optional(),
      startDate: day,
      timeZone: zone,
      /** In the order of the template's roles. */
      roleIds: roleIds.optional(),
      /** The target project, for task templates only. */
      projectId: id.nullable().optional(),
      /** For project templates only. */
      name: lineOf(LIMITS.projectName).optional(),
      key: projectKey.optional(),
      /** Ids of all other created objects, in the template's order: tasks, milestones, checklist items, relations. */
      parts: parts.optional(),
    }),
    replies: { 201: z.strictObject({ projectId: storedId.nullable(), taskIds: z.array(storedId) }) },
    ids: { ...ids, id: 'new', roleIds: 'user', projectId: 'project' },
  }),
] as const;
