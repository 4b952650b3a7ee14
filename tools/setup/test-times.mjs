// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ file: string, seconds: number }} FileTime */
/** How long a kind of test took by the clock, how long it may (no budget = nothing is asked), and how many times slower the machine was than the one of the budgets. @typedef {{ kind: string, seconds: number, budget: number | null, slowness: number }} KindTime */

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
  return kinds.map(({ kind, seconds, budget, slowness }) => {
    const limit = budget === null ? '' : ` of ${budget} s`;
    const machine = slowness < 1.05 ? '' : ` (machine ${slowness.toFixed(1)} times slower)`;
    return `${seconds.toFixed(0).padStart(7)} s${limit}  ${kind}${machine}`;
  });
}

/** What to say of the kinds that took longer than they may. @param {readonly KindTime[]} kinds */
export function describeOverspent(kinds) {
  return kinds
    .filter(({ seconds, budget }) => budget !== null && seconds > budget)
    .map(
      ({ kind, seconds, budget }) =>
        `${kind} took ${seconds.toFixed(0)} s, and may take ${budget} s. Make it quicker, or move what varies to a cheaper test (docs/operations/tests.md).`,
    );
}
