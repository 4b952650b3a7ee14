// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** `flaky` means failed at first, and passed on a retry. @typedef {'passed' | 'flaky' | 'failed' | 'skipped'} Outcome */
/** Outcomes by file, and then by the full name of the test. @typedef {Map<string, Map<string, Outcome>>} Outcomes */
/** @typedef {{ passed: number, failed: number, skipped: number, onPostgres: number }} Counts */
/** @typedef {{ file: string, seconds: number }} FileTime */
/**
 * The fields used from vitest's JSON report. A test that passed on a retry keeps its failure messages.
 * @typedef {{ name: string, status: string, startTime: number, endTime: number,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} FileReport
 */

// Name of a pseudo-test for failures of the file itself: the file could not be loaded, or a hook outside of its tests failed.
const FILE_ITSELF = '';

/**
 * Reads the report of vitest's JSON reporter. For a file that failed without a failed test, a failed test with an empty name is added. If
 * the run failed but no file did (an error outside of any test, or no report), a file with an empty name and such a test is added.
 * @param {string} report @param {number} exitCode @returns {Outcomes}
 */
export function readOutcomes(report, exitCode) {
  /** @type {Outcomes} */
  const files = new Map();
  for (const { name, status, assertionResults } of readReport(report)) {
    /** @type {Map<string, Outcome>} */
    const tests = new Map();
    for (const result of assertionResults) {
      // Two tests of a file may share a name.
      let key = result.fullName;
      while (tests.has(key)) key += ' ';
      tests.set(key, readOutcome(result));
    }
    if (status === 'failed' && !hasFailed(tests)) tests.set(FILE_ITSELF, 'failed');
    files.set(name, tests);
  }
  if (exitCode !== 0 && ![...files.values()].some(hasFailed))
    files.set('', new Map([[FILE_ITSELF, 'failed']]));
  return files;
}

/** Lists the files with a failed test, or none if a failure was outside of any file. @param {Outcomes} files */
export function listRedFiles(files) {
  const red = [...files].filter(([, tests]) => hasFailed(tests)).map(([file]) => file);
  return red.includes('') ? [] : red;
}

/**
 * Merges the outcomes of a second run, which repeats the red files, or all files if the first run failed outside of any file. A test that
 * failed in the first run counts as flaky if it passed in the second, and as failed otherwise.
 * @param {Outcomes} first @param {Outcomes} second @returns {Outcomes}
 */
export function mergeSecondRun(first, second) {
  const merged = new Map([...first, ...second]);
  if (first.has('') && !second.has('')) merged.set('', new Map([[FILE_ITSELF, 'flaky']]));
  for (const [file, again] of second) {
    /** @type {Map<string, Outcome>} */
    const outcomes = new Map(again);
    for (const [test, outcome] of first.get(file) ?? []) {
      const hasPassed =
        test === FILE_ITSELF ? !hasFailed(again) : ['passed', 'flaky'].includes(again.get(test) ?? '');
      if (outcome === 'failed') outcomes.set(test, hasPassed ? 'flaky' : 'failed');
      if (outcome === 'flaky' && hasPassed) outcomes.set(test, 'flaky');
    }
    merged.set(file, outcomes);
  }
  return merged;
}

/** Reads the duration of each file, including set-up and loading. @param {string} report @returns {FileTime[]} */
export function readFileTimes(report) {
  return readReport(report).map(({ name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Describes the slowest files, one line each. @param {readonly FileTime[]} times @param {number} count */
export function describeSlowest(times, count = 10) {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** @param {Outcomes} files @returns {Counts} */
export function countOutcomes(files) {
  const counts = { passed: 0, failed: 0, skipped: 0, onPostgres: 0 };
  for (const tests of files.values())
    for (const [name, outcome] of tests) {
      const counted = outcome === 'flaky' ? 'passed' : outcome;
      counts[counted] += 1;
      if (counted === 'passed' && name.includes('[postgres]')) counts.onPostgres += 1;
    }
  return counts;
}

/** Describes the tests with this outcome, one line each. @param {Outcomes} files @param {Outcome} wanted */
export function describeOutcomes(files, wanted) {
  return [...files].flatMap(([file, tests]) =>
    [...tests]
      .filter(([, outcome]) => outcome === wanted)
      .map(([test]) => `${file || 'no file'} > ${test.trim() || 'outside of any test'}`),
  );
}

/**
 * Reads why tests failed before they passed on a retry: the message and the location in the test, by the test's full name.
 * @param {string} report @returns {Map<string, string>}
 */
export function readRetryReasons(report) {
  const results = readReport(report).flatMap(({ assertionResults }) => assertionResults);
  return new Map(
    results
      .filter((result) => readOutcome(result) === 'flaky')
      .map(({ fullName, failureMessages: [first = ''] = [] }) => {
        const lines = first.split('\n');
        const location = lines.find((line) => /^\s+at .*\.(?:test|spec)\.tsx?:\d+/.test(line)) ?? '';
        return [
          fullName,
          `${(lines[0] ?? '').slice(0, 300)}${location === '' ? '' : ` (${location.trim()})`}`,
        ];
      }),
  );
}

/** The last line of the output of `npm test`. @param {Counts} counts */
export function describeCounts(counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/** @param {string} report @returns {FileReport[]} */
function readReport(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
}

/** @param {{ status: string, failureMessages?: string[] }} result @returns {Outcome} */
function readOutcome({ status, failureMessages = [] }) {
  if (status === 'passed') return failureMessages.length > 0 ? 'flaky' : 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

/** @param {Map<string, Outcome>} tests */
function hasFailed(tests) {
  return [...tests.values()].includes('failed');
}
