import { z } from 'zod';
import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { ANALYTICS_LIMITS } from '@hearth/contracts/analytics/analytics-values';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { addDays } from '@hearth/contracts/core/days';
import { dayAt } from '#platform/day-in-zone.ts';
import { AppError } from '#platform/errors.ts';
import { figureTextsOf } from './figure-texts.ts';
import { formatWhen } from './format-when.ts';
import { ref } from './inputs.ts';
import { both, citeTask, countTasks, OPEN } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolContext } from './tool.ts';
import { ToolRefusal } from './tool-refusal.ts';

const METRICS = ['throughput', 'cycleTime', 'leadTime', 'age', 'flow', 'reliability'] as const;
type MetricName = (typeof METRICS)[number];

const { forecastTasks, forecastDays, forecastWeeks } = ANALYTICS_LIMITS;
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
  const { sentences, number, percent } = figureTextsOf(ctx.locale);
  switch (name) {
    case 'throughput':
      return sentences.throughput(number(sumTasks(throughput)), number(sumTasks(created)));
    case 'cycleTime':
      return sentences.cycleTime(formatSpread(ctx, cycleTime));
    case 'leadTime':
      return sentences.leadTime(formatSpread(ctx, leadTime));
    case 'age':
      return await writeAge(ctx, analytics, sources);
    case 'flow': {
      const { flow } = await ctx.call('analytics.flow', { query });
      const { share } = flow.efficiency;
      return share === null ? sentences.noFlow : sentences.flow(percent(share));
    }
    case 'reliability': {
      const { onTime, late } = dueDates;
      const all = onTime + late;
      if (all === 0) return sentences.noDueDates;
      return sentences.dueDatesMet(number(onTime), number(all), percent(onTime / all));
    }
  }
}

async function writeAge(ctx: ToolContext, { workInProgress }: Analytics, sources: Source[]): Promise<string> {
  const { sentences, number, list } = figureTextsOf(ctx.locale);
  const past = workInProgress.filter(({ isPastP85 }) => isPastP85);
  const all = number(workInProgress.length);
  if (past.length === 0) return sentences.noneOld(all);
  const named: string[] = [];
  for (const { taskId } of past.slice(0, MAX_NAMED)) {
    const { task } = await ctx.call('tasks.get', { params: { taskId } });
    const source = citeTask(ctx, task);
    sources.push(source);
    named.push(`**${task.key}** [${source.handle}]`);
  }
  return sentences.old(all, number(past.length), list(named));
}

function formatSpread({ locale }: ToolContext, { tasks, median, p85, p95 }: Analytics['leadTime']): string {
  const { sentences, number, span } = figureTextsOf(locale);
  if (median === null || p85 === null || p95 === null) return sentences.nothingFinished;
  const format = (hours: number) => (hours < 48 ? span(hours, 'hour') : span(hours / 24, 'day'));
  return sentences.spread(format(median), format(p85), format(p95), number(tasks));
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
    const { forecast: result } = await ctx.call('analytics.forecast', { query }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'INVALID_STATE') throw error;
      throw new ToolRefusal(ctx.locale, (texts) =>
        texts.noHistory(forecastTasks, forecastDays / 7, forecastWeeks),
      );
    });
    const { p50, p85, p95, basedOnWeeks } = result;
    const { sentences, percent, span } = figureTextsOf(ctx.locale);
    const lines = [
      `- ${percent(0.5)}: ${formatWhen(p50, ctx)}`,
      `- ${percent(0.85)}: **${formatWhen(p85, ctx)}**`,
      `- ${percent(0.95)}: ${formatWhen(p95, ctx)}`,
      '',
      sentences.basedOn(span(basedOnWeeks, 'week')),
    ];
    return { data: { markdown: lines.join('\n'), forecast: result }, sources: [] };
  },
});

export const FIGURE_TOOLS: readonly Tool[] = [readProject, metrics, forecast];
