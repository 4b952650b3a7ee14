// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, onPostgres: number }} Counts */

/**
 * Reads the file of vitest's JSON reporter: the counts of each test file. A file that could not be loaded counts as one
 * failure; so does, under an empty name, a run that ended badly without naming a failed test (an error outside of any
 * test, no report at all).
 * @param {string} report @param {number} exitCode @returns {Map<string, Counts>}
 */
export function readCounts(report, exitCode) {
  /** @type {Map<string, Counts>} */
  const files = new Map();
  if (existsSync(report)) {
    /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { name, status, assertionResults } of testResults) {
      const counts = { passed: 0, failed: 0, skipped: 0, onPostgres: 0 };
      for (const test of assertionResults) {
        if (test.status === 'passed') counts.passed += 1;
        else if (test.status === 'failed') counts.failed += 1;
        else counts.skipped += 1;
        if (test.status === 'passed' && test.fullName.includes('[postgres]')) counts.onPostgres += 1;
      }
      if (status === 'failed' && counts.failed === 0) counts.failed = 1;
      files.set(name, counts);
    }
  }
  if (exitCode !== 0 && listFailed(files).length === 0)
    files.set('', { passed: 0, failed: 1, skipped: 0, onPostgres: 0 });
  return files;
}

/** The test files in which something failed. @param {Map<string, Counts>} files */
export function listFailed(files) {
  return [...files].filter(([, counts]) => counts.failed > 0).map(([name]) => name);
}

/** @param {Iterable<Counts>} all @returns {Counts} */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0, onPostgres: 0 };
  for (const counts of all) {
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    sum.onPostgres += counts.onPostgres;
  }
  return sum;
}

/** The line that ends `npm test`. @param {Counts} counts */
export function describeCounts(counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}
