import { z } from 'zod';
import type { PlannedChange } from '#features/assistant/proposals/proposal-draft.ts';
import { ref, target } from './inputs.ts';
import { findTargets } from './plan-changes.ts';
import { citeTask } from './describe-tasks.ts';
import { defineTool, type Tool } from './tool.ts';
import { propose } from './write-tools.ts';

/* Destructive tools. Invites, sharing, roles, tokens, billing and exports deliberately have no tools. */

const deleteTasks = defineTool({
  name: 'deleteTasks',
  description: 'Proposes to move tasks to the trash. Only when the person asked for it in their own words.',
  kind: 'danger',
  needs: ['tasks.delete', 'tasks.get'],
  input: z.strictObject({ target }),
  run: async (ctx, { target: taskTarget }) => {
    const tasks = await findTargets(ctx, taskTarget);
    const changes = tasks.map(({ id, key, title, statusId, projectId }): PlannedChange => ({
      act: 'delete',
      kind: 'task',
      id,
      title: `${key} ${title}`,
      before: { title, statusId, projectId },
      after: null,
      call: { route: 'tasks.delete', params: { taskId: id } },
    }));
    return propose(changes, { sources: tasks.map((task) => citeTask(ctx, task)) });
  },
});

const changeProject = defineTool({
  name: 'changeProject',
  description: 'Proposes to rename, archive, unarchive or delete a project.',
  kind: 'danger',
  needs: ['projects.get', 'projects.update'],
  input: z.strictObject({
    projectId: ref,
    change: z.discriminatedUnion('act', [
      z.strictObject({ act: z.enum(['archive', 'unarchive', 'delete']) }),
      z.strictObject({ act: z.literal('rename'), name: z.string().trim().min(1).max(120) }),
    ]),
  }),
  run: async (ctx, { projectId, change }) => {
    const params = { projectId };
    const { project } = await ctx.call('projects.get', { params });
    const { id, name, archivedAt } = project;
    const isRename = change.act === 'rename';
    const row: PlannedChange = {
      act: change.act === 'delete' ? 'delete' : 'update',
      kind: 'project',
      id,
      title: name,
      before: isRename || change.act === 'delete' ? { name } : { archivedAt },
      after:
        change.act === 'rename'
          ? { name: change.name }
          : change.act === 'delete'
            ? null
            : { isArchived: change.act === 'archive' },
      call: { route: isRename ? 'projects.update' : `projects.${change.act}`, params },
    };
    return propose([row]);
  },
});

const changeDocument = defineTool({
  name: 'changeDocument',
  description: 'Proposes to rename, archive or delete a document.',
  kind: 'danger',
  needs: ['documents.get', 'documents.update'],
  input: z.strictObject({
    documentId: ref,
    change: z.discriminatedUnion('act', [
      z.strictObject({ act: z.enum(['archive', 'delete']) }),
      z.strictObject({ act: z.literal('rename'), title: z.string().trim().max(300) }),
    ]),
  }),
  run: async (ctx, { documentId, change }) => {
    const params = { documentId };
    const { document } = await ctx.call('documents.get', { params });
    const { id, title, archivedAt } = document;
    const isRename = change.act === 'rename';
    const row: PlannedChange = {
      act: change.act === 'delete' ? 'delete' : 'update',
      kind: 'document',
      id,
      title,
      before: change.act === 'archive' ? { archivedAt } : { title },
      after:
        change.act === 'rename'
          ? { title: change.title }
          : change.act === 'delete'
            ? null
            : { isArchived: true },
      call: { route: isRename ? 'documents.update' : `documents.${change.act}`, params },
    };
    return propose([row]);
  },
});

export const DANGER_TOOLS: readonly Tool[] = [deleteTasks, changeProject, changeDocument];
