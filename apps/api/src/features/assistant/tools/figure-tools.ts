import { z } from 'zod';
import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { addDays } from '@hearth/contracts/core/days';
import { dayAt } from '#platform/day-in-zone.ts';
import { formatWhen } from './format-when.ts';
import { ref } from './inputs.ts';
import { both, citeTask, countTasks, OPEN } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolContext } from './tool.ts';

const METRICS = ['throughput', 'cycleTime', 'leadTime', 'age', 'flow', 'reliability'] as const;
type MetricName = (typeof METRICS)[number];

const USUAL_DAYS = 84;
/** Maximum number of tasks at risk that are listed by name. */
const MAX_NAMED = 10;

const readProject = defineTool({
  name: 'readProject',
  description: 'Reads one project by its id or key: what it is about, its dates, and how much of it is open.',
  kind: 'read',
  needs: ['projects.get', 'tasks.count'],
  givesBodies: true,
  input: z.strictObject({ projectId: ref }),
  run: async (ctx, { projectId }) => {
    const { project } = await ctx.call('projects.get', { params: { projectId } });
    const { id, name, key, description, leadId, startDate, targetDate, updatedAt, archivedAt } = project;
    const inIt = { field: 'project', op: 'is', values: [id] } as const;
    const all = await countTasks(ctx, both(inIt));
    const open = await countTasks(ctx, both(inIt, OPEN));
    const { members } = await ctx.names();
    const lead = members.find((one) => one.id === leadId)?.name ?? null;
    const source = ctx.cite({ kind: 'project', id, title: name, updatedAt, isArchived: archivedAt !== null });
    return {
      data: {
        project: {
          id,
          name,
          key,
          description,
          lead,
          startDate,
          targetDate,
          tasks: all.tasks,
          open: open.tasks,
          handle: source.handle,
        },
      },
      sources: [source],
    };
  },
});

const metrics = defineTool({
  name: 'metrics',
  description:
    'How the team’s work flows over the last days: throughput, cycle time, lead time, age of what is in progress, flow efficiency, due dates met. Needs the Pro plan.',
  kind: 'read',
  needs: ['analytics.read'],
  input: z.strictObject({
    metric: z.enum(METRICS).optional(),
    projectId: ref.optional(),
    days: z.int().min(1).max(400).default(USUAL_DAYS),
  }),
  run: async (ctx, { metric, projectId, days }) => {
    const to = dayAt(ctx.app.clock.now(), ctx.timeZone);
    const query = {
      from: addDays(to, 1 - days),
      to,
      ...(projectId === undefined ? {} : { projectId }),
    };
    const { analytics } = await ctx.call('analytics.read', { query });
    const wanted: readonly MetricName[] = metric === undefined ? METRICS : [metric];
    const sources: Source[] = [];
    const lines: string[] = [];
    for (const one of wanted) lines.push(await writeMetric(ctx, one, { analytics, query, sources }));
    const [first, last] = [formatWhen(query.from, ctx), formatWhen(to, ctx)];
    const markdown = [`**${first} – ${last}**`, '', ...lines.map((line) => `- ${line}`)].join('\n');
    return { data: { markdown, ...summarizeFigures(analytics) }, sources };
  },
});

/** Summarizes the figures without the daily series, which a model does not need. */
function summarizeFigures({
  throughput,
  created,
  leadTime,
  cycleTime,
  rework,
  dueDates,
  workInProgress,
}: Analytics) {
  return {
    finished: sumTasks(throughput),
    created: sumTasks(created),
    leadTimeHours: leadTime,
    cycleTimeHours: cycleTime,
    inProgress: workInProgress.length,
    inDanger: workInProgress.filter(({ isPastP85 }) => isPastP85).length,
    rework,
    dueDates,
  };
}

interface MetricContext {
  analytics: Analytics;
  query: { from: string; to: string; projectId?: string };
  sources: Source[];
}

async function writeMetric(
  ctx: ToolContext,
  name: MetricName,
  { analytics, query, sources }: MetricContext,
): Promise<string> {
  const { throughput, created, leadTime, cycleTime, dueDates } = analytics;
  switch (name) {
    case 'throughput':
      return `Throughput: ${sumTasks(throughput)} finished, ${sumTasks(created)} created`;
    case 'cycleTime':
      return `Cycle time: ${formatSpread(cycleTime)}`;
    case 'leadTime':
      return `Lead time: ${formatSpread(leadTime)}`;
    case 'age':
      return await writeAge(ctx, analytics, sources);
    case 'flow': {
      const { flow } = await ctx.call('analytics.flow', { query });
      const { share } = flow.efficiency;
      return share === null
        ? 'Flow efficiency: nothing was finished'
        : `Flow efficiency: ${Math.round(share * 100)}% of the time was work, the rest waiting`;
    }
    case 'reliability': {
      const { onTime, late } = dueDates;
      if (onTime + late === 0) return 'Due dates: none has passed';
      const percent = Math.round((onTime / (onTime + late)) * 100);
      return `Due dates met: ${onTime} of ${onTime + late} (${percent}%)`;
    }
  }
}

async function writeAge(ctx: ToolContext, { workInProgress }: Analytics, sources: Source[]): Promise<string> {
  const past = workInProgress.filter(({ isPastP85 }) => isPastP85);
  const head = `In progress: ${workInProgress.length}`;
  if (past.length === 0) return `${head}, none older than 85% of finished tasks were`;
  const named: string[] = [];
  for (const { taskId } of past.slice(0, MAX_NAMED)) {
    const { task } = await ctx.call('tasks.get', { params: { taskId } });
    const source = citeTask(ctx, task);
    sources.push(source);
    named.push(`**${task.key}** [${source.handle}]`);
  }
  return `${head}, of these older than 85% of finished tasks were: ${past.length} (${named.join(', ')})`;
}

function formatSpread({ tasks, median, p85, p95 }: Analytics['leadTime']): string {
  if (median === null || p85 === null || p95 === null) return 'nothing was finished';
  return `half within ${formatHours(median)}, 85% within ${formatHours(p85)}, 95% within ${formatHours(p95)} (of ${tasks})`;
}

function formatHours(hours: number): string {
  return hours < 48 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} days`;
}

const forecast = defineTool({
  name: 'forecast',
  description:
    'When the open work of a project, or so many tasks, will be done, from the team’s own pace. Needs the Pro plan.',
  kind: 'read',
  needs: ['analytics.forecast'],
  input: z.strictObject({ projectId: ref.optional(), tasks: z.int().min(1).max(10_000).optional() }),
  run: async (ctx, { projectId, tasks }) => {
    const query = {
      ...(projectId === undefined ? {} : { projectId }),
      ...(tasks === undefined ? {} : { tasks }),
    };
    const { forecast: result } = await ctx.call('analytics.forecast', { query });
    const { p50, p85, p95, basedOnWeeks } = result;
    const lines = [
      `- 50%: ${formatWhen(p50, ctx)}`,
      `- 85%: **${formatWhen(p85, ctx)}**`,
      `- 95%: ${formatWhen(p95, ctx)}`,
      '',
      `From the last ${basedOnWeeks} weeks of finished work.`,
    ];
    return { data: { markdown: lines.join('\n'), forecast: result }, sources: [] };
  },
});

export const FIGURE_TOOLS: readonly Tool[] = [readProject, metrics, forecast];
