/*
 * What a template holds. Free of the schema library, so that the browser loads it: capturing work as a template and
 * making work of one are done on both sides alike.
 */
import type { Color } from '#core/colors.ts';
import type { CyclePlan } from '#cycles/cycle-values.ts';
import { findCircle, type RelationKind } from '#relations/relation-values.ts';
import type { RichText } from '#rich-text/rich-text-values.ts';
import { MOST_SUB_LEVELS, type Priority, type StatusCategory } from '#model/task-values.ts';

export const TEMPLATE_KINDS = ['task', 'project'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const TEMPLATE_LIMITS = {
  name: 80,
  perTeam: 200,
  tasks: 200,
  roles: 50,
  roleName: 60,
  milestones: 50,
  /** Of all tasks together. */
  checklistItems: 1000,
  relations: 1000,
  /** Of one template, and of all templates of a team. */
  bytes: 512 * 1024,
  teamBytes: 8 * 1024 * 1024,
  /** Days from the start of the whole. */
  days: 36_500,
} as const;

/** A status by what it is called: the statuses of a team come and go, and another team has others. */
export interface TemplateStatus {
  name: string;
  category: StatusCategory;
}

/** Days count from the start of the whole, which is day 0; tasks, roles and milestones are named by their place. */
export interface TemplateTask {
  /** Comes before this one; null = it is part of none. */
  parent: number | null;
  title: string;
  description: string;
  descriptionDoc: RichText | null;
  /** Null = where new tasks begin. */
  status: TemplateStatus | null;
  priority: Priority;
  labels: readonly string[];
  /** By its name, as labels are. */
  type: string | null;
  estimate: number | null;
  startDay: number | null;
  dueDay: number | null;
  /** Times of day, `17:30`, where the days have one. */
  startTime?: string | null | undefined;
  dueTime?: string | null | undefined;
  roles: readonly number[];
  /** Who is assigned whoever fills the roles. */
  memberIds: readonly string[];
  checklist: readonly string[];
  milestone: number | null;
  /** Values of custom fields, by their ids; none in what was kept before. */
  custom?: Readonly<Record<string, TemplateValue>>;
}

/**
 * A value as it is, unless it means something else in work that is made later: a day counts like the others, though it may
 * lie before the start; a person is a role or a member; an option is found by its name where it is gone; other tasks are
 * those of the template.
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
  /** How its cycles come; null = it has none. */
  cycles: CyclePlan | null;
  /** How many open tasks it wants in a status at most. */
  limits: readonly (TemplateStatus & { most: number })[];
}

export interface TemplateContent {
  /** What the places are called that people fill when the template is used. */
  roles: readonly string[];
  /** In order, each after the one that it is part of; of a template of a task the first is the whole. */
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

/** What is wrong in a content whose fields are each sound; null = nothing. */
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
    if ((levels[at] ?? 0) > MOST_SUB_LEVELS) return `has more than ${MOST_SUB_LEVELS} levels of sub-tasks`;
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

/** Who is named in it as a member. */
export function listMembers({ tasks }: TemplateContent): string[] {
  return tasks.flatMap(({ memberIds, custom = {} }) => [
    ...memberIds,
    ...Object.values(custom).flatMap((value) => ('memberId' in value ? value.memberId : [])),
  ]);
}

/** Does it matter when work of it begins? */
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

/** How many ids of its own work of it has, besides that of the whole. */
export function countNewIds(content: TemplateContent): number {
  const { tasks, milestones, relations, project } = content;
  const steps = tasks.reduce((sum, { checklist }) => sum + checklist.length, 0);
  return tasks.length - (project === null ? 1 : 0) + milestones.length + steps + relations.length;
}
