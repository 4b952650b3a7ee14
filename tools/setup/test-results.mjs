// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {'passed' | 'failed' | 'skipped'} Outcome */
/** What became of each test, by the test's full name, by its file. @typedef {Map<string, Map<string, Outcome>>} Outcomes */
/** @typedef {{ passed: number, failed: number, skipped: number, onPostgres: number }} Counts */

// Stands for a file's own failure: it could not be loaded, or what it does before or after its tests failed.
const FILE_ITSELF = '';

/**
 * Reads the file of vitest's JSON reporter. A file that failed without a failed test has one under an empty name; so
 * has, as a file without a name, a run that ended badly without naming anything (an error outside of any test, no
 * report at all).
 * @param {string} report @param {number} exitCode @returns {Outcomes}
 */
export function readOutcomes(report, exitCode) {
  /** @type {Outcomes} */
  const files = new Map();
  if (existsSync(report)) {
    /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { name, status, assertionResults } of testResults) {
      /** @type {Map<string, Outcome>} */
      const tests = new Map();
      for (const { status: outcome, fullName } of assertionResults) {
        // Two tests of a file may share a name.
        let key = fullName;
        while (tests.has(key)) key += ' ';
        tests.set(key, outcome === 'passed' || outcome === 'failed' ? outcome : 'skipped');
      }
      if (status === 'failed' && !hasFailed(tests)) tests.set(FILE_ITSELF, 'failed');
      files.set(name, tests);
    }
  }
  if (exitCode !== 0 && listFailed(files).length === 0) files.set('', new Map([[FILE_ITSELF, 'failed']]));
  return files;
}

/**
 * The outcomes of files of which some were run again from their start. A test is red that failed in each run of its
 * file, or failed once and never came to run again; a file's own failure goes with a run that is without it.
 * @param {Outcomes} earlier @param {Outcomes} later @returns {Outcomes}
 */
export function mergeOutcomes(earlier, later) {
  const merged = new Map(earlier);
  for (const [file, tests] of later) {
    const before = new Map(earlier.get(file));
    before.delete(FILE_ITSELF);
    for (const [test, outcome] of tests) if (before.get(test) !== 'passed') before.set(test, outcome);
    merged.set(file, before);
  }
  return merged;
}

/** The test files in which something failed. @param {Outcomes} files */
export function listFailed(files) {
  return [...files].filter(([, tests]) => hasFailed(tests)).map(([name]) => name);
}

/** @param {Outcomes} files @returns {Counts} */
export function countOutcomes(files) {
  const counts = { passed: 0, failed: 0, skipped: 0, onPostgres: 0 };
  for (const tests of files.values())
    for (const [name, outcome] of tests) {
      counts[outcome] += 1;
      if (outcome === 'passed' && name.includes('[postgres]')) counts.onPostgres += 1;
    }
  return counts;
}

/** The red tests, a line each. @param {Outcomes} files */
export function describeFailed(files) {
  return [...files].flatMap(([file, tests]) =>
    [...tests]
      .filter(([, outcome]) => outcome === 'failed')
      .map(([test]) => `RED: ${file || 'no file'} > ${test.trim() || 'outside of any test'}`),
  );
}

/** The line that ends `npm test`. @param {Counts} counts */
export function describeCounts(counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/** @param {Map<string, Outcome>} tests */
function hasFailed(tests) {
  return [...tests.values()].includes('failed');
}
