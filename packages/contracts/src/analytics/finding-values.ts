import type { Analytics } from './analytics.ts';
import { sumTasks } from './spread-values.ts';

/** Change from the previous period. Null if there is no baseline. */
type Change = 'more' | 'less' | 'same' | null;

/** One finding of a period. */
export type Finding =
  | { kind: 'throughput'; tone: Tone; tasks: number; change: Change; by: number }
  | { kind: 'cycleTime'; tone: Tone; p85: number; change: Change; by: number }
  | { kind: 'danger'; tone: Tone; tasks: number; of: number }
  | { kind: 'rework'; tone: Tone; reopened: number; completed: number; share: number }
  | { kind: 'dueDates'; tone: Tone; onTime: number; of: number; share: number; change: Change; by: number };

/** Positive, negative, or neutral. */
type Tone = 'good' | 'bad' | 'plain';

/** Smaller relative changes are treated as noise. */
const NOTABLE = 0.1;
/** Durations of fewer finished tasks are not representative. */
const ENOUGH_TASKS = 5;
const ENOUGH_DUE = 3;
/** Above the first share of reopened tasks, a finding is negative. From the second share of tasks done on time, it is positive. */
const MUCH_REWORK = 0.1;
const RELIABLE = 0.8;

/** The findings of a period, in a fixed order. Findings without enough data are omitted. */
export function findFindings(now: Analytics, before: Analytics | null): Finding[] {
  const found = [
    findThroughput(now, before),
    findCycleTime(now, before),
    findDanger(now),
    findDue(now, before),
    findRework(now),
  ];
  return found.filter((finding) => finding !== null);
}

function findThroughput(now: Analytics, before: Analytics | null): Finding | null {
  const tasks = sumTasks(now.throughput);
  const earlier = before === null ? 0 : sumTasks(before.throughput);
  if (tasks === 0 && earlier === 0) return null;
  const change = earlier === 0 ? null : compare(tasks, earlier);
  const tone = change === 'more' ? 'good' : change === 'less' ? 'bad' : 'plain';
  return { kind: 'throughput', tone, tasks, change, by: Math.abs(tasks - earlier) };
}

function findCycleTime(now: Analytics, before: Analytics | null): Finding | null {
  const { p85, tasks } = now.cycleTime;
  if (p85 === null || tasks < ENOUGH_TASKS) return null;
  const earlier = before !== null && before.cycleTime.tasks >= ENOUGH_TASKS ? before.cycleTime.p85 : null;
  const change = earlier === null ? null : compare(p85, earlier);
  const tone = change === 'more' ? 'bad' : change === 'less' ? 'good' : 'plain';
  return { kind: 'cycleTime', tone, p85, change, by: Math.abs(p85 - (earlier ?? p85)) };
}

function findDanger({ workInProgress, cycleTime }: Analytics): Finding | null {
  // Durations of fewer tasks are not a reliable baseline.
  if (workInProgress.length === 0 || cycleTime.tasks < ENOUGH_TASKS) return null;
  const tasks = workInProgress.filter(({ isPastP85 }) => isPastP85).length;
  return { kind: 'danger', tone: tasks > 0 ? 'bad' : 'good', tasks, of: workInProgress.length };
}

function findDue(now: Analytics, before: Analytics | null): Finding | null {
  const share = shareInTime(now);
  if (share === null) return null;
  const { onTime, late } = now.dueDates;
  const earlier = before === null ? null : shareInTime(before);
  const by = Math.abs(share - (earlier ?? share));
  const change = earlier === null ? null : by < 0.05 ? 'same' : share > earlier ? 'more' : 'less';
  const tone = share >= RELIABLE ? 'good' : change === 'more' ? 'plain' : 'bad';
  return { kind: 'dueDates', tone, onTime, of: onTime + late, share, change, by };
}

function shareInTime({ dueDates: { onTime, late } }: Analytics): number | null {
  return onTime + late < ENOUGH_DUE ? null : onTime / (onTime + late);
}

function findRework({ rework: { reopened, completed } }: Analytics): Finding | null {
  if (completed < ENOUGH_TASKS) return null;
  const share = reopened / completed;
  return { kind: 'rework', tone: share > MUCH_REWORK ? 'bad' : 'plain', reopened, completed, share };
}

function compare(now: number, before: number): 'more' | 'less' | 'same' {
  if (Math.abs(now - before) < before * NOTABLE) return 'same';
  return now > before ? 'more' : 'less';
}
