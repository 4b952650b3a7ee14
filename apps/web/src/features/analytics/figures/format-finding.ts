import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '#ui/format/formats.ts';
import type { Finding } from '@hearth/contracts/analytics/finding-values';
import { formatHours, formatPercent } from './format-figures.ts';

/** Formats a finding as a sentence. Components must also call `useFormats` to re-render when the language changes. */
export function formatFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'throughput':
      return formatThroughput(finding);
    case 'cycleTime':
      return formatCycleTime(finding);
    case 'danger':
      return formatAtRisk(finding);
    case 'dueDates':
      return formatDueDates(finding);
    case 'rework':
      return formatRework(finding);
  }
}

function formatThroughput({ tasks, change, by }: Finding & { kind: 'throughput' }): string {
  const done = t`${plural(tasks, { one: '# task was finished', other: '# tasks were finished' })}`;
  const number = formatNumber(by);
  if (change === 'more') return t`${done}, ${number} more than in the period before.`;
  if (change === 'less') return t`${done}, ${number} fewer than in the period before.`;
  if (change === 'same') return t`${done}, about as many as in the period before.`;
  return t`${done}.`;
}

function formatCycleTime({ p85, change, by }: Finding & { kind: 'cycleTime' }): string {
  const [time, difference] = [formatHours(p85), formatHours(by)];
  if (change === 'more')
    return t`85% of tasks took ${time} or less once started, ${difference} longer than before.`;
  if (change === 'less')
    return t`85% of tasks took ${time} or less once started, ${difference} faster than before.`;
  if (change === 'same') return t`85% of tasks took ${time} or less once started, about the same as before.`;
  return t`85% of tasks took ${time} or less once started.`;
}

function formatAtRisk({ tasks, of }: Finding & { kind: 'danger' }): string {
  if (tasks === 0) {
    return t`${plural(of, {
      one: 'The # task in progress is as young as usual.',
      other: 'All # tasks in progress are as young as usual.',
    })}`;
  }
  const all = formatNumber(of);
  return t`${plural(tasks, {
    one: `# of ${all} tasks in progress is in danger today: already older than 85% of finished tasks were.`,
    other: `# of ${all} tasks in progress are in danger today: already older than 85% of finished tasks were.`,
  })}`;
}

function formatDueDates({ onTime, of, share, change, by }: Finding & { kind: 'dueDates' }): string {
  const [done, all, percent, points] = [
    formatNumber(onTime),
    formatNumber(of),
    formatPercent(share),
    formatNumber(Math.round(by * 100)),
  ];
  if (change === 'more')
    return t`${done} of ${all} due dates were met (${percent}), ${points} points better than before.`;
  if (change === 'less')
    return t`${done} of ${all} due dates were met (${percent}), ${points} points worse than before.`;
  return t`${done} of ${all} due dates were met (${percent}).`;
}

function formatRework({ reopened, completed, share }: Finding & { kind: 'rework' }): string {
  if (reopened === 0) return t`No finished task was reopened.`;
  const [again, all, percent] = [formatNumber(reopened), formatNumber(completed), formatPercent(share)];
  return t`${again} of ${all} finished tasks were reopened (${percent}).`;
}
