// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ file: string, seconds: number }} FileTime */
/**
 * What a kind of test took and may take (no budget = nothing is asked): by the clock, and of the processors (null = not known here).
 * Slowness: how many times slower the machine was than the one of the budgets.
 * @typedef {{ kind: string, seconds: number, budget: number | null, cpuSeconds: number | null, cpuBudget: number, slowness: number }} KindTime
 */

// The kernel counts in hundredths of a second for every program (USER_HZ), whatever its own tick is.
const CPU_TICKS_A_SECOND = 100;

/** Seconds of the processors that the ended children of this process have used, with their own children; null where the kernel does not tell. */
export function readChildrenCpu() {
  if (!existsSync('/proc/self/stat')) return null;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field, in brackets, is the program's name and may hold blanks: what is counted begins behind it, at the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / CPU_TICKS_A_SECOND;
}

/** How long each file of vitest's JSON report took, set-up and loading included. @param {string} report @returns {FileTime[]} */
export function readTimes(report) {
  if (!existsSync(report)) return [];
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }));
}

/** The slowest files, a line each. @param {readonly FileTime[]} times @param {number} count */
export function describeSlowest(times, count = 10) {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** The time by kind, a line each. @param {readonly KindTime[]} kinds */
export function describeKinds(kinds) {
  return kinds.map(({ kind, seconds, budget, cpuSeconds, slowness }) => {
    const limit = budget === null ? '' : ` of ${budget} s`;
    const cpu = cpuSeconds === null ? '' : `, CPU ${cpuSeconds.toFixed(0)} s`;
    const machine = slowness < 1.05 ? '' : ` (machine ${slowness.toFixed(1)} times slower)`;
    return `${seconds.toFixed(0).padStart(7)} s${limit}${cpu}  ${kind}${machine}`;
  });
}

/**
 * The kinds that took longer than they may. Where only the clock says so and the processors did not work more than usual, the tests
 * waited for the machine (a disk that is slow, a core that strangers share), and there is nothing to mend in them: told, not red.
 * @param {readonly KindTime[]} kinds
 * @returns {{ words: string, isRed: boolean }[]}
 */
export function describeOverspent(kinds) {
  return kinds
    .filter(({ seconds, budget }) => budget !== null && seconds > budget)
    .map(({ kind, seconds, budget, cpuSeconds, cpuBudget }) => {
      const isRed = cpuSeconds === null || cpuSeconds > cpuBudget;
      const advice = isRed
        ? 'Make it quicker, or move what varies to a cheaper test (docs/operations/tests.md).'
        : `Of the processors it took no more than it may (${cpuBudget} s): the machine was slow, or the tests wait longer than they did.`;
      return {
        words: `${kind} took ${seconds.toFixed(0)} s, and may take ${budget} s. ${advice}`,
        isRed,
      };
    });
}
