import type { Analytics, Forecast } from '@hearth/contracts/analytics/analytics';
import type { Table } from './csv.ts';

const SPREAD = ['tasks', 'median', 'p85', 'p95'] as const;

/** Returns all figures as one table with the columns `section`, `at` (a day or a task id), `name` and `value`. */
export function toFiguresTable(figures: Analytics): Table {
  const lines: (string | number | boolean | null)[][] = [];
  const add = (section: string, at: string, name: string, value: string | number | boolean | null) =>
    lines.push([section, at, name, value]);
  add('period', '', 'from', figures.from);
  add('period', '', 'to', figures.to);
  add('period', '', 'timeZone', figures.timeZone);
  for (const { day, tasks } of figures.throughput) add('throughput', day, 'tasks', tasks);
  for (const { day, tasks } of figures.created) add('created', day, 'tasks', tasks);
  for (const name of SPREAD) add('leadTime', '', name, figures.leadTime[name]);
  for (const name of SPREAD) add('cycleTime', '', name, figures.cycleTime[name]);
  add('cycleTime', '', 'withoutStart', figures.cycleTime.withoutStart);
  for (const { day, ...bands } of figures.cumulativeFlow)
    for (const [name, tasks] of Object.entries(bands)) add('cumulativeFlow', day, name, tasks);
  for (const { taskId, ...task } of figures.workInProgress) {
    add('workInProgress', taskId, 'startedAt', task.startedAt);
    add('workInProgress', taskId, 'ageHours', task.ageHours);
    add('workInProgress', taskId, 'isPastP85', task.isPastP85);
  }
  for (const [name, tasks] of Object.entries(figures.rework)) add('rework', '', name, tasks);
  for (const [name, tasks] of Object.entries(figures.dueDates)) add('dueDates', '', name, tasks);
  return { columns: ['section', 'at', 'name', 'value'], lines };
}

export const FORECAST_COLUMNS = [
  'p50',
  'p85',
  'p95',
  'basedOnWeeks',
  'asOf',
] as const satisfies (keyof Forecast)[];
