import '#testing/english.ts';
import { describe, expect, test } from 'vitest';
import { makeFigures } from '#testing/analytics-figures.ts';
import { findFindings } from '@hearth/contracts/analytics/finding-values';
import { formatFinding } from './format-finding.ts';

const done = (tasks: number) => ({ throughput: [{ day: '2026-11-02', tasks }] });
const cycle = (p85: number | null, tasks = 20) => ({
  cycleTime: { tasks, median: p85, p85, p95: p85, withoutStart: 0 },
});
const work = (past: number, all: number, finished = 20) => ({
  ...cycle(null, finished),
  workInProgress: Array.from({ length: all }, (_, at) => ({
    taskId: String(at),
    startedAt: '2026-11-01T09:00:00.000Z',
    ageHours: 1,
    isPastP85: at < past,
  })),
});
const due = (onTime: number, late: number) => ({ dueDates: { onTime, late, open: 4 } });
const rework = (reopened: number, completed: number) => ({ rework: { reopened, completed } });

type Figures = Parameters<typeof makeFigures>[0];
const listFindings = (now: Figures, before?: Figures): string[] =>
  findFindings(makeFigures(now), before === undefined ? null : makeFigures(before)).map(formatFinding);

describe('findFindings', () => {
  test.each<[string, Figures, Figures | undefined, string[]]>([
    ['returns nothing without activity', {}, {}, []],
    ['reports throughput without a comparison', done(1), undefined, ['1 task was finished.']],
    [
      'reports increased throughput',
      done(42),
      done(34),
      ['42 tasks were finished, 8 more than in the period before.'],
    ],
    [
      'reports decreased throughput',
      done(20),
      done(25),
      ['20 tasks were finished, 5 fewer than in the period before.'],
    ],
    [
      'treats a small change in throughput as noise',
      done(41),
      done(40),
      ['41 tasks were finished, about as many as in the period before.'],
    ],
    [
      'reports throughput that dropped to zero',
      done(0),
      done(4),
      ['0 tasks were finished, 4 fewer than in the period before.'],
    ],
    ['omits the comparison if the previous period is empty', done(7), done(0), ['7 tasks were finished.']],
    [
      'reports cycle time without a comparison',
      cycle(96),
      undefined,
      ['85% of tasks took 4 days or less once started.'],
    ],
    [
      'reports decreased cycle time',
      cycle(96),
      cycle(144),
      ['85% of tasks took 4 days or less once started, 2 days faster than before.'],
    ],
    [
      'reports increased cycle time',
      cycle(30),
      cycle(20),
      ['85% of tasks took 30 hours or less once started, 10 hours longer than before.'],
    ],
    ['omits cycle time if there are too few tasks', cycle(96, 4), cycle(20), []],
    [
      'omits the comparison if there are too few earlier tasks',
      cycle(96),
      cycle(20, 4),
      ['85% of tasks took 4 days or less once started.'],
    ],
    [
      'reports work in progress without tasks at risk',
      work(0, 3),
      undefined,
      ['All 3 tasks in progress are as young as usual.'],
    ],
    [
      'reports one task at risk',
      work(1, 3),
      undefined,
      ['1 of 3 tasks in progress is in danger today: already older than 85% of finished tasks were.'],
    ],
    [
      'reports several tasks at risk',
      work(2, 11),
      undefined,
      ['2 of 11 tasks in progress are in danger today: already older than 85% of finished tasks were.'],
    ],
    ['omits the risk if there are too few finished tasks', work(1, 3, 3), undefined, []],
    ['reports due dates without a comparison', due(9, 3), undefined, ['9 of 12 due dates were met (75%).']],
    [
      'reports a higher share of met due dates',
      due(9, 3),
      due(5, 5),
      ['9 of 12 due dates were met (75%), 25 points better than before.'],
    ],
    [
      'reports a lower share of met due dates',
      due(5, 5),
      due(9, 1),
      ['5 of 10 due dates were met (50%), 40 points worse than before.'],
    ],
    ['omits due dates if there are too few tasks', due(1, 1), undefined, []],
    ['reports that no task was reopened', rework(0, 9), undefined, ['No finished task was reopened.']],
    ['reports reopened tasks', rework(3, 30), undefined, ['3 of 30 finished tasks were reopened (10%).']],
  ])('%s', (_, now, before, expected) => expect(listFindings(now, before)).toEqual(expected));

  test('returns findings in a fixed order and marks negative ones', () => {
    const all = findFindings(
      makeFigures({ ...done(20), ...work(1, 3), ...cycle(96), ...due(1, 5), ...rework(5, 20) }),
      makeFigures({ ...done(30), ...cycle(48) }),
    );
    expect(all.map(({ kind, tone }) => `${kind} ${tone}`)).toEqual([
      'throughput bad',
      'cycleTime bad',
      'danger bad',
      'dueDates bad',
      'rework bad',
    ]);
  });
});
