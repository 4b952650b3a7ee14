// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, onPostgres: number }} Counts */

/**
 * Reads the file of vitest's JSON reporter. A run that ended badly without naming a failed test (a file that could
 * not be loaded, an error outside of any test, no file at all) counts as one failure.
 * @param {string} file @param {number} exitCode @returns {Counts}
 */
export function readCounts(file, exitCode) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, onPostgres: 0 };
  if (existsSync(file)) {
    /** @type {{ testResults: { status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const report = JSON.parse(readFileSync(file, 'utf8'));
    for (const { status, assertionResults } of report.testResults) {
      if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
        counts.failed += 1;
      for (const test of assertionResults) {
        if (test.status === 'passed') counts.passed += 1;
        else if (test.status === 'failed') counts.failed += 1;
        else counts.skipped += 1;
        if (test.status === 'passed' && test.fullName.includes('[postgres]')) counts.onPostgres += 1;
      }
    }
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {Counts[]} all @returns {Counts} */
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
