import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import {
  chooseTemplateTasks,
  listPeople,
  type CaptureSource,
} from '@hearth/contracts/templates/template-capture-values';
import { TEMPLATE_LIMITS, type TemplateKind } from '@hearth/contracts/templates/template-values';
import type { TeamStore } from '#platform/sync/index.ts';
import { milestonesByProject } from '#features/tasks/milestones/milestones.data.ts';
import { checklistByTask, subTasksByParent } from '#features/tasks/model/tasks.data.ts';

/** The task or project that a template is created from. */
export interface TemplateOf {
  kind: TemplateKind;
  id: string;
}

/** Collects the loaded tasks and related entities of the source for the dialog. The server reads them itself when saving. */
export function gatherSource(
  store: TeamStore,
  { kind, id }: TemplateOf,
): Omit<CaptureSource, 'people' | 'nameRole' | 'timeZone'> {
  const tasks =
    kind === 'task' ? gatherTree(store, id) : store.all('task').filter(({ projectId }) => projectId === id);
  const statuses = new Map(store.all('status').map((status) => [status.id, status]));
  const rootId = kind === 'task' ? id : null;
  const chosen = chooseTemplateTasks({ tasks, rootId, statuses });
  const rowsOf = <R>(ids: readonly string[], find: (one: string) => R | undefined): R[] =>
    ids.map(find).filter((row) => row !== undefined);
  return {
    tasks,
    rootId,
    project: kind === 'project' ? (store.row('project', id) ?? null) : null,
    milestones:
      kind === 'project'
        ? rowsOf(milestonesByProject(store).ids(id), (one) => store.row('milestone', one))
        : [],
    items: chosen.flatMap((task): ChecklistItem[] =>
      rowsOf(checklistByTask(store).ids(task.id), (one) => store.row('checklistItem', one)),
    ),
    relations: store.all('relation'),
    statuses,
    labels: new Map(store.all('label').map((label) => [label.id, label])),
    types: new Map(store.all('taskType').map((type) => [type.id, type])),
    fields: store.all('field'),
  };
}

/** Returns a task with its loaded descendants. */
export function gatherTree(store: TeamStore, id: string) {
  const ids = new Set([id]);
  for (const one of ids) for (const part of subTasksByParent(store).ids(one)) ids.add(part);
  return [...ids].map((one) => store.row('task', one)).filter((task) => task !== undefined);
}

/** What the template would contain, and what prevents saving it. */
interface TemplateOutlook {
  tasks: number;
  people: string[];
  /** Whether the source exceeds the limits of a template. */
  isTooMuch: boolean;
  /** Ids of the private projects that some of the tasks belong to. */
  privateIds: string[];
}

export function checkSource(store: TeamStore, of: TemplateOf): TemplateOutlook {
  const source = gatherSource(store, of);
  const tasks = chooseTemplateTasks(source);
  const people = listPeople(tasks, source.fields);
  const projectIds = new Set([...tasks.map(({ projectId }) => projectId), source.project?.id ?? null]);
  return {
    tasks: tasks.length,
    people,
    isTooMuch:
      tasks.length > TEMPLATE_LIMITS.tasks ||
      people.length > TEMPLATE_LIMITS.roles ||
      source.milestones.length > TEMPLATE_LIMITS.milestones ||
      source.items.length > TEMPLATE_LIMITS.checklistItems,
    privateIds: [...projectIds].filter(
      (id): id is string => id !== null && store.row('project', id)?.isPrivate === true,
    ),
  };
}
