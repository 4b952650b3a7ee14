import { z } from 'zod';
import { LOCALES } from '@hearth/contracts/core/locales';
import { addDays } from '@hearth/contracts/core/days';
import { dayAt } from '#platform/day-in-zone.ts';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { FilterGroup } from '@hearth/contracts/views/view-values';
import { formatWhen, type Reader } from './format-when.ts';
import { reportTextsOf } from './report-texts.ts';
import { ref, scope } from './inputs.ts';
import { listBlocks } from './read-tools.ts';
import { both, citeTask, listTasks, narrow, OPEN } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolOutput, type ToolContext } from './tool.ts';
import { ToolRefusal } from './tool-refusal.ts';

const MAX_LINES = 20;
const MAX_COMPARED = 300;
const language = z.enum(LOCALES).optional().describe('Language of the headings, by default the person’s own');

/** Escapes user text for use within a generated line. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);
}

function section(
  { ctx, reader }: { ctx: ToolContext; reader: Reader },
  title: string,
  tasks: readonly Task[],
  sources: Source[],
): string[] {
  if (tasks.length === 0) return [];
  const lines = tasks.slice(0, MAX_LINES).map((task) => {
    const source = citeTask(ctx, task);
    sources.push(source);
    const due = task.dueDate === null ? '' : ` · ${formatWhen(task.dueDate, reader)}`;
    return `- **${task.key}** ${plain(task.title)}${due} [${source.handle}]`;
  });
  return [`**${title}** (${tasks.length})`, '', ...lines, ''];
}

async function writeReport(
  ctx: ToolContext,
  days: number,
  reader: Reader,
  of: { projectId?: string | undefined; personId?: string | undefined },
): Promise<ToolOutput> {
  const today = dayAt(ctx.app.clock.now(), ctx.timeZone);
  const since = addDays(today, -days);
  const own = narrow(of);
  const find = async (...items: FilterGroup['items']): Promise<Task[]> =>
    (await listTasks(ctx, { filter: both(...items, ...own) }, 100)).tasks;
  const done = await find(
    { field: 'closed', op: 'is', values: [`${since}..${today}`] },
    { field: 'category', op: 'is', values: ['completed'] },
  );
  const going = await find({ field: 'category', op: 'is', values: ['started'] });
  const late = await find(OPEN, { field: 'due', op: 'is', values: ['overdue'] });
  const waiting = await find(OPEN, { field: 'blocked', op: 'is', values: ['yes'] });
  const next = await find(OPEN, { field: 'due', op: 'is', values: [`${today}..${addDays(today, 7)}`] });
  const sources: Source[] = [];
  const texts = reportTextsOf(reader.locale);
  const to = { ctx, reader };
  const lines = [
    ...section(to, texts.doneSince(formatWhen(since, reader)), done, sources),
    ...section(to, texts.inProgress, going, sources),
    ...section(to, texts.overdue, late, sources),
    ...section(to, texts.blocked, waiting, sources),
    ...section(to, texts.dueSoon, next, sources),
  ];
  const markdown = lines.length === 0 ? texts.nothing : lines.join('\n').trim();
  return { data: { markdown }, sources };
}

/** Summarizes a document extractively: its headings, and the first sentence of each section. */
async function summariseDocument(ctx: ToolContext, documentId: string): Promise<ToolOutput> {
  const { document } = await ctx.call('documents.get', { params: { documentId } });
  const { id, title, updatedAt, archivedAt } = document;
  const of = { kind: 'document' as const, id, title, updatedAt, isArchived: archivedAt !== null };
  const sources = [ctx.cite(of)];
  const lines = [`**${plain(title)}** — excerpts`, ''];
  let isFirst = true;
  for (const block of listBlocks(document.content)) {
    if (lines.length > MAX_LINES * 2) break;
    const isHeading = block.kind === 'heading';
    if (isHeading) lines.push('', `**${plain(block.text)}**`, '');
    else if (isFirst && block.text.trim() !== '') {
      const sentence = /^.*?[.!?…।](?=\s|$)/su.exec(block.text)?.[0] ?? block.text;
      const quote = sentence.slice(0, 300);
      const source = ctx.cite({ ...of, ...(block.id === null ? {} : { blockId: block.id }), quote });
      sources.push(source);
      lines.push(`- ${plain(quote)} [${source.handle}]`);
    }
    isFirst = isHeading;
  }
  return { data: { markdown: lines.join('\n').trim() }, sources };
}

const report = defineTool({
  name: 'report',
  description:
    'Writes a standup (what was done since yesterday), a weekly report, or a summary of a project, a document or a task.',
  kind: 'read',
  needs: ['tasks.list', 'tasks.get'],
  givesBodies: true,
  input: z.strictObject({
    kind: z.enum(['standup', 'weekly', 'summary']),
    ...scope,
    documentId: ref.optional(),
    key: ref.optional(),
    taskIds: z.array(ref).max(50).optional(),
    language,
  }),
  run: async (ctx, { kind, projectId, personId, documentId, key, taskIds, language: wanted }) => {
    const reader = { locale: wanted ?? ctx.locale, timeZone: ctx.timeZone };
    if (kind === 'standup') return await writeReport(ctx, 1, reader, { projectId, personId });
    if (kind === 'weekly') return await writeReport(ctx, 7, reader, { projectId, personId });
    if (documentId !== undefined) return await summariseDocument(ctx, documentId);
    if (projectId !== undefined) {
      const { project } = await ctx.call('projects.get', { params: { projectId } });
      const source = ctx.cite({
        kind: 'project',
        id: project.id,
        title: project.name,
        updatedAt: project.updatedAt,
      });
      const { data, sources } = await writeReport(ctx, 14, reader, { projectId });
      const { markdown } = data as { markdown: string };
      const head = `**${plain(project.name)}** [${source.handle}]\n\n`;
      return { data: { markdown: head + markdown }, sources: [source, ...sources] };
    }
    const named = key === undefined ? (taskIds ?? []) : [key];
    if (named.length === 0) throw new ToolRefusal(ctx.locale, (texts) => texts.whichReport);
    const sources: Source[] = [];
    const lines: string[] = [];
    for (const name of named) {
      const { task } = await ctx.call('tasks.get', { params: { taskId: name } });
      const source = citeTask(ctx, task);
      sources.push(source);
      lines.push(`- **${task.key}** ${plain(task.title)} [${source.handle}]`);
      if (task.description !== '') lines.push(`  ${plain(task.description.slice(0, 300))}`);
    }
    return { data: { markdown: lines.join('\n') }, sources };
  },
});

const findDuplicates = defineTool({
  name: 'findDuplicates',
  description: 'Open tasks that are called nearly the same: of one task by its key, or among all.',
  kind: 'read',
  needs: ['tasks.list'],
  input: z.strictObject({ key: ref.optional(), projectId: ref.optional(), language }),
  run: async (ctx, { key, projectId, language: wanted }) => {
    const { tasks, isCut } = await listTasks(
      ctx,
      { filter: both(OPEN, ...narrow({ projectId })) },
      MAX_COMPARED,
    );
    const one = key === undefined ? null : (await ctx.call('tasks.get', { params: { taskId: key } })).task;
    const grams = new Map(
      [...tasks, ...(one === null ? [] : [one])].map((task) => [task.id, trigrams(task.title)]),
    );
    const pairs: [Task, Task, number][] = [];
    for (const [at, task] of (one === null ? tasks : [one]).entries()) {
      for (const other of one === null ? tasks.slice(at + 1) : tasks) {
        if (other.id === task.id) continue;
        const likeness = compareGrams(grams.get(task.id) ?? new Set(), grams.get(other.id) ?? new Set());
        if (likeness >= 0.5) pairs.push([task, other, likeness]);
      }
    }
    const shown = pairs.toSorted((a, b) => b[2] - a[2]).slice(0, MAX_LINES);
    const sources: Source[] = [];
    const lines = shown.map(([a, b]) => {
      const [first, second] = [citeTask(ctx, a), citeTask(ctx, b)];
      sources.push(first, second);
      return `- **${a.key}** ${plain(a.title)} [${first.handle}] ≈ **${b.key}** ${plain(b.title)} [${second.handle}]`;
    });
    const markdown = lines.length === 0 ? reportTextsOf(wanted ?? ctx.locale).noDuplicates : lines.join('\n');
    return { data: { markdown, pairs: shown.map(([a, b]) => [a.key, b.key]) }, sources, isCut };
  },
});

function trigrams(text: string): Set<string> {
  const folded = `  ${text.toLowerCase().replaceAll(/\s+/g, ' ').trim()} `;
  return new Set(Array.from({ length: folded.length - 2 }, (_one, at) => folded.slice(at, at + 3)));
}

function compareGrams(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return shared / (a.size + b.size - shared || 1);
}

export const REPORT_TOOLS: readonly Tool[] = [report, findDuplicates];
