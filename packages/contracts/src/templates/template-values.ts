/*
 * Contents of templates. Kept out of the schema files: browser and server share the code that captures and expands templates without the
 * schema library.
 */
import type { Color } from '#core/colors.ts';
import type { CyclePlan } from '#cycles/cycle-values.ts';
import { findCircle, type RelationKind } from '#relations/relation-values.ts';
import type { RichText } from '#rich-text/rich-text-values.ts';
import type { ScalarValues } from '#model/scalar-field-values.ts';
import { MAX_SUB_LEVELS, type StatusCategory } from '#model/task-values.ts';

export const TEMPLATE_KINDS = ['task', 'project'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const TEMPLATE_LIMITS = {
  name: 80,
  perTeam: 200,
  tasks: 200,
  roles: 50,
  roleName: 60,
  milestones: 50,
  /** For all tasks of a template together. */
  checklistItems: 1000,
  relations: 1000,
  /** Maximum bytes per template, and for all templates of a team. */
  bytes: 512 * 1024,
  teamBytes: 8 * 1024 * 1024,
  /** Maximum offset from the start, in days. */
  days: 36_500,
} as const;

/** A status by name because statuses change and differ between teams. */
export interface TemplateStatus {
  name: string;
  category: StatusCategory;
}

/** Days are offsets from the start, which is day 0. Tasks, roles and milestones are referenced by index. */
export interface TemplateTask extends ScalarValues {
  /** Index of the parent, which precedes the task. Null at the top level. */
  parent: number | null;
  title: string;
  description: string;
  descriptionDoc: RichText | null;
  /** Null for the default status of new tasks. */
  status: TemplateStatus | null;
  labels: readonly string[];
  /** Task type by name, like labels. */
  type: string | null;
  startDay: number | null;
  dueDay: number | null;
  /** Times of day, `17:30`, for days with a time. */
  startTime?: string | null | undefined;
  dueTime?: string | null | undefined;
  roles: readonly number[];
  /** Users who are assigned regardless of roles. */
  memberIds: readonly string[];
  checklist: readonly string[];
  milestone: number | null;
  /** Custom field values by field id. Absent in older templates. */
  custom?: Readonly<Record<string, TemplateValue>>;
}

/**
 * A literal value, unless its meaning depends on the new tasks. A day is an offset from the start, which may be negative. A user is a role
 * or a member. A deleted option is matched by name. Related tasks are tasks of the template.
 */
export type TemplateValue =
  | { value: string | number | true }
  | { day: number }
  | { role: number }
  | { memberId: string }
  | { options: readonly { id: string; name: string }[] }
  | { tasks: readonly number[] };

interface TemplateRelation {
  kind: RelationKind;
  from: number;
  to: number;
}

interface TemplateMilestone {
  name: string;
  description: string;
  targetDay: number | null;
}

export interface TemplateProject {
  description: string;
  color: Color;
  startDay: number | null;
  targetDay: number | null;
  /** The plan of the project's cycles. Null if the project has no cycles. */
  cycles: CyclePlan | null;
  /** WIP limits: maximum open tasks per status. */
  limits: readonly (TemplateStatus & { most: number })[];
}

export interface TemplateContent {
  /** Names of the roles that are replaced by users when the template is used. */
  roles: readonly string[];
  /** Parents first. In a task template, the first task is the root. */
  tasks: readonly TemplateTask[];
  relations: readonly TemplateRelation[];
  milestones: readonly TemplateMilestone[];
  project: TemplateProject | null;
}

export type Template = {
  id: string;
  name: string;
  kind: TemplateKind;
  content: TemplateContent;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Checks the consistency of template content with individually valid fields. Returns an error message, or null if it is consistent. */
export function findTemplateFault(kind: TemplateKind, content: TemplateContent): string | null {
  const { tasks, roles, milestones, relations, project } = content;
  if ((kind === 'project') !== (project !== null)) return 'doesn’t match its kind';
  if (kind === 'task' && (tasks.length === 0 || milestones.length > 0)) return 'isn’t a task template';
  const levels: number[] = [];
  for (const [at, task] of tasks.entries()) {
    if (task.parent === null) {
      if (kind === 'task' && at > 0) return 'has a task that isn’t a sub-task of the first';
    } else if (task.parent >= at) return 'has a sub-task before its parent';
    levels.push(task.parent === null ? 0 : (levels[task.parent] ?? 0) + 1);
    if ((levels[at] ?? 0) > MAX_SUB_LEVELS) return `has more than ${MAX_SUB_LEVELS} levels of sub-tasks`;
    if (task.roles.some((role) => role >= roles.length)) return 'uses a role it doesn’t have';
    for (const value of Object.values(task.custom ?? {})) {
      if ('role' in value && value.role >= roles.length) return 'uses a role it doesn’t have';
      if ('tasks' in value && value.tasks.some((other) => other === at || other >= tasks.length))
        return 'uses a task it doesn’t have';
    }
    if (task.milestone !== null && task.milestone >= milestones.length)
      return 'uses a milestone it doesn’t have';
  }
  const steps = tasks.reduce((sum, { checklist }) => sum + checklist.length, 0);
  if (steps > TEMPLATE_LIMITS.checklistItems)
    return `has more than ${TEMPLATE_LIMITS.checklistItems} steps of checklists`;
  if (relations.some(({ from, to }) => from === to || from >= tasks.length || to >= tasks.length))
    return 'relates a task that it does not have';
  if (new Set(relations.map(({ kind: one, from, to }) => `${one} ${from} ${to}`)).size < relations.length)
    return 'relates two tasks twice';
  const ends = relations.map((one) => ({ kind: one.kind, fromId: String(one.from), toId: String(one.to) }));
  return findCircle(ends) === null ? null : 'has tasks that wait for each other';
}

/** User ids of the members referenced by the content. */
export function listMembers({ tasks }: TemplateContent): string[] {
  return tasks.flatMap(({ memberIds, custom = {} }) => [
    ...memberIds,
    ...Object.values(custom).flatMap((value) => ('memberId' in value ? value.memberId : [])),
  ]);
}

/** Whether the content depends on the start day. */
export function hasDays({ tasks, milestones, project }: TemplateContent): boolean {
  return (
    tasks.some(
      ({ startDay, dueDay, custom = {} }) =>
        startDay !== null || dueDay !== null || Object.values(custom).some((value) => 'day' in value),
    ) ||
    milestones.some(({ targetDay }) => targetDay !== null) ||
    (project !== null && (project.startDay !== null || project.targetDay !== null))
  );
}

/** The number of ids needed to expand the template, excluding the id of the root. */
export function countNewIds(content: TemplateContent): number {
  const { tasks, milestones, relations, project } = content;
  const steps = tasks.reduce((sum, { checklist }) => sum + checklist.length, 0);
  return tasks.length - (project === null ? 1 : 0) + milestones.length + steps + relations.length;
}
