import { z } from 'zod';
import { foldName } from '@hearth/contracts/core/fold';
import { LIMITS } from '@hearth/contracts/core/limits';
import { BUILT_IN_TEMPLATES } from '@hearth/contracts/documents/document-values';
import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { otherEnd, sideOf } from '@hearth/contracts/relations/relation-values';
import type { PlannedChange } from '#features/assistant/proposals/proposal-draft.ts';
import { change, draft, ref, target, word } from './inputs.ts';
import { findTargets, planTask, planUpdate } from './plan-changes.ts';
import { citeTask } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolOutput } from './tool.ts';
import { ToolRefusal } from './tool-refusal.ts';

const MAX = 50;

/** Builds the result for a model. The result states the number of proposed rows and never claims that they were applied. */
export function propose(
  changes: PlannedChange[],
  { notifies = [], sources = [] }: { notifies?: string[]; sources?: Source[] } = {},
): ToolOutput {
  const rows = changes.map(({ act, kind, title, before, after }) => ({ act, kind, title, before, after }));
  return { data: { proposed: rows, isDone: false }, sources, draft: { changes, notifies } };
}

function addedPeople(changes: readonly PlannedChange[]): string[] {
  return changes.flatMap(({ before, after }) => {
    const [old, now] = [before?.['assigneeIds'] ?? [], after?.['assigneeIds'] ?? []];
    return Array.isArray(now) && Array.isArray(old) ? now.filter((id) => !old.includes(id)) : [];
  }) as string[];
}

const createTasks = defineTool({
  name: 'createTasks',
  description: 'Proposes new tasks: all of them in one call.',
  kind: 'write',
  needs: ['tasks.create'],
  input: z.strictObject({ tasks: z.array(draft).min(1).max(MAX) }),
  run: async (ctx, { tasks }) => {
    const changes: PlannedChange[] = [];
    for (const one of tasks) changes.push(await planTask(ctx, one));
    return propose(changes, { notifies: addedPeople(changes) });
  },
});

const updateTasks = defineTool({
  name: 'updateTasks',
  description: 'Proposes one change for one task or several.',
  kind: 'write',
  needs: ['tasks.update', 'tasks.get'],
  input: z.strictObject({ target, change }),
  run: async (ctx, { target: taskTarget, change: wanted }) => {
    const tasks = await findTargets(ctx, taskTarget);
    const changes: PlannedChange[] = [];
    for (const task of tasks) {
      const row = await planUpdate(ctx, task, wanted);
      if (row !== null) changes.push(row);
    }
    const sources = tasks.map((task) => citeTask(ctx, task));
    return propose(changes, { notifies: addedPeople(changes), sources });
  },
});

const addComment = defineTool({
  name: 'addComment',
  description: 'Proposes a comment on one task or several.',
  kind: 'write',
  needs: ['tasks.comment', 'tasks.get'],
  input: z.strictObject({ target, text: z.string().trim().min(1).max(20_000) }),
  run: async (ctx, { target: taskTarget, text }) => {
    const tasks = await findTargets(ctx, taskTarget);
    const changes = tasks.map(({ id, key, title }): PlannedChange => ({
      act: 'comment',
      kind: 'comment',
      id: ctx.app.ids.uuid(),
      title: `${key} ${title}`,
      before: null,
      after: { body: text },
      call: { route: 'tasks.comment', params: { taskId: id } },
    }));
    const notifies = [...tasks.flatMap(({ watcherIds }) => watcherIds), ...listMentions(text)];
    return propose(changes, { notifies, sources: tasks.map((task) => citeTask(ctx, task)) });
  },
});

const linkTasks = defineTool({
  name: 'linkTasks',
  description: 'Proposes that tasks wait for others, or no longer do.',
  kind: 'write',
  needs: ['relations.create', 'relations.delete', 'tasks.get'],
  input: z.strictObject({
    target,
    blockedBy: z.array(ref).min(1).max(20),
    isBlocked: z.boolean().default(true),
  }),
  run: async (ctx, { target: taskTarget, blockedBy, isBlocked }) => {
    const tasks = await findTargets(ctx, taskTarget);
    const changes: PlannedChange[] = [];
    for (const key of blockedBy) {
      const { task: other } = await ctx.call('tasks.get', { params: { taskId: key } });
      for (const task of tasks) {
        const { relations } = await ctx.call('relations.list', {
          params: { taskId: task.id },
          query: { limit: '200' },
        });
        const existing = relations.find(
          (one) => sideOf(one, task.id) === 'blockedBy' && otherEnd(one, task.id) === other.id,
        );
        if ((existing !== undefined) === isBlocked) continue;
        const [is, is_] = [{ blockedBy: [] }, { blockedBy: [`${other.key} ${other.title}`] }];
        const fixed = { side: 'blockedBy', otherId: other.id };
        changes.push({
          act: 'update',
          kind: 'task',
          id: existing === undefined ? ctx.app.ids.uuid() : task.id,
          title: `${task.key} ${task.title}`,
          before: isBlocked ? is : is_,
          after: isBlocked ? is_ : is,
          call:
            existing === undefined
              ? { route: 'relations.create', params: { taskId: task.id }, fixed }
              : { route: 'relations.delete', params: { taskId: task.id, relationId: existing.id }, fixed },
        });
      }
    }
    return propose(changes, { sources: tasks.map((task) => citeTask(ctx, task)) });
  },
});

function planProjectRow(id: string, name: string, description?: string): PlannedChange {
  const after = { name, ...(description === undefined ? {} : { description }) };
  return {
    act: 'create',
    kind: 'project',
    id,
    title: name,
    before: null,
    after,
    call: { route: 'projects.create' },
  };
}

const createProject = defineTool({
  name: 'createProject',
  description: 'Proposes a new project.',
  kind: 'write',
  needs: ['projects.create'],
  input: z.strictObject({ name: z.string().trim().min(1).max(120) }),
  run: async (ctx, { name }) => propose([planProjectRow(ctx.app.ids.uuid(), name)]),
});

const createLabel = defineTool({
  name: 'createLabel',
  description: 'Proposes a new label.',
  kind: 'write',
  needs: ['labels.create'],
  input: z.strictObject({ name: z.string().trim().min(1).max(LIMITS.labelName) }),
  run: async (ctx, { name }) => {
    const { labels } = await ctx.names();
    if (labels.some((label) => foldName(label.name) === foldName(name)))
      throw new ToolRefusal(ctx.locale, (texts) => texts.labelTaken(name), 'CONFLICT');
    const call = { route: 'labels.create' } as const;
    const id = ctx.app.ids.uuid();
    return propose([{ act: 'create', kind: 'label', id, title: name, before: null, after: { name }, call }]);
  },
});

const planProject = defineTool({
  name: 'planProject',
  description: 'Proposes a project with its tasks in one card.',
  kind: 'write',
  needs: ['projects.create', 'tasks.create'],
  input: z.strictObject({
    name: z.string().trim().min(1).max(120),
    goal: z.string().max(4000).default(''),
    tasks: z.array(draft).max(MAX - 1),
  }),
  run: async (ctx, { name, goal, tasks }) => {
    const id = ctx.app.ids.uuid();
    const changes = [planProjectRow(id, name, goal)];
    for (const one of tasks) changes.push(await planTask(ctx, one, { id, needs: 0 }));
    return propose(changes, { notifies: addedPeople(changes) });
  },
});

const draftDocument = defineTool({
  name: 'draftDocument',
  description: 'Proposes a new document, written in Markdown or made of a template.',
  kind: 'write',
  needs: ['documents.create'],
  input: z.strictObject({
    title: z.string().trim().max(300),
    projectId: ref.optional(),
    template: z
      .union([z.strictObject({ builtIn: z.enum(BUILT_IN_TEMPLATES) }), z.strictObject({ name: word })])
      .optional(),
    markdown: z.string().max(100_000).optional(),
  }),
  run: async (ctx, { title, projectId, template, markdown }) => {
    let templateId: string | undefined;
    if (template !== undefined && 'builtIn' in template) templateId = template.builtIn;
    else if (template !== undefined) {
      const query = { isTemplate: 'true' as const, limit: '200' };
      const { documents } = await ctx.call('documents.list', { query });
      const wanted = template.name.toLowerCase();
      templateId = documents.find((one) => one.title.toLowerCase() === wanted)?.id;
      if (templateId === undefined)
        throw new ToolRefusal(ctx.locale, (texts) => texts.noTemplate(template.name));
    }
    const after = {
      title,
      ...(projectId === undefined ? {} : { projectId }),
      ...(templateId === undefined ? {} : { templateId }),
      ...(markdown === undefined ? {} : { markdown }),
    };
    const id = ctx.app.ids.uuid();
    const call = { route: 'documents.create' } as const;
    return propose([{ act: 'create', kind: 'document', id, title, before: null, after, call }]);
  },
});

export const WRITE_TOOLS: readonly Tool[] = [
  createTasks,
  updateTasks,
  addComment,
  linkTasks,
  createProject,
  createLabel,
  planProject,
  draftDocument,
];
