/**
 * Reports the number of cases that a family of tests tried, for `npm run lab -- wall`: a passed test does not show it. A family whose
 * subject does not exist yet reports 0.
 */
export function reportCases(family: string, count: number, of: string): void {
  console.log(`[wall] ${family}: ${count} ${of}${count === 0 ? ', pending' : ''}`);
}
