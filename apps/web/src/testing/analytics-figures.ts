import type { Analytics, Flow } from '@hearth/contracts/analytics/analytics';
import { addDays, countDays } from '@hearth/contracts/core/days';

/** Analytics without data. The test can override fields. */
export function makeFigures(part: Partial<Analytics> = {}): Analytics {
  const none = { tasks: 0, median: null, p85: null, p95: null };
  return {
    from: '2026-09-01',
    to: '2026-11-23',
    timeZone: 'UTC',
    throughput: [],
    created: [],
    leadTime: none,
    cycleTime: { ...none, withoutStart: 0 },
    cumulativeFlow: [],
    workInProgress: [],
    rework: { reopened: 0, completed: 0 },
    dueDates: { onTime: 0, late: 0, open: 0 },
    ...part,
  };
}

/** A team that completes three tasks each week, with an example of every item that a chart can show. */
export function makeBusyFigures(from: string, to: string): Analytics {
  const days = Array.from({ length: countDays(from, to) + 1 }, (_, at) => addDays(from, at));
  return makeFigures({
    from,
    to,
    throughput: days.map((day, at) => ({ day, tasks: at % 7 < 3 ? 1 : 0 })),
    created: days.map((day, at) => ({ day, tasks: at % 7 === 0 ? 4 : 0 })),
    leadTime: { tasks: 36, median: 60, p85: 200, p95: 300 },
    cycleTime: { tasks: 36, median: 30, p85: 96, p95: 150, withoutStart: 2 },
    cumulativeFlow: days.map((day, at) => ({
      day,
      backlog: 20 - Math.floor(at / 7),
      unstarted: 6 + (at % 5),
      started: 3 + (at % 3),
      completed: Math.floor((at * 3) / 7),
      cancelled: 1,
    })),
    workInProgress: [
      { taskId: 'old', startedAt: `${addDays(to, -9)}T09:00:00.000Z`, ageHours: 216, isPastP85: true },
      { taskId: 'young', startedAt: `${addDays(to, -1)}T09:00:00.000Z`, ageHours: 24, isPastP85: false },
    ],
    rework: { reopened: 3, completed: 36 },
    dueDates: { onTime: 9, late: 3, open: 2 },
  });
}

export function makeFlow(to: string): Flow {
  return {
    timeInState: [
      { statusId: 'doing', name: 'In progress', category: 'started', hours: 90 },
      { statusId: 'todo', name: 'To do', category: 'unstarted', hours: 270 },
    ],
    efficiency: { activeHours: 90, waitingHours: 270, share: 0.25 },
    blocked: { hours: 50, tasks: [{ taskId: 'old', hours: 50 }] },
    done: [0, 3, 9].map((back) => ({
      taskId: `done-${back}`,
      doneAt: `${addDays(to, -back)}T12:00:00.000Z`,
      cycleHours: 24 + back * 10,
      leadHours: 60 + back * 10,
    })),
  };
}
