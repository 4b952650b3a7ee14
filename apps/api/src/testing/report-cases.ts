/**
 * Reports how many cases a family of tests has run, because the test result does not show it, to `npm run lab -- wall`. Reports 0 if the
 * feature to be tested does not exist yet.
 */
export function reportCases(family: string, count: number, of: string): void {
  console.log(`[wall] ${family}: ${count} ${of}${count === 0 ? ', pending' : ''}`);
}
