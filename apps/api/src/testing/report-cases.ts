/**
 * Reports to `npm run lab -- wall` how many cases a family of tests has run, which the test result does not show. 0 means that the feature
 * to be tested does not exist yet.
 */
export function reportCases(family: string, count: number, of: string): void {
  console.log(`[wall] ${family}: ${count} ${of}${count === 0 ? ', pending' : ''}`);
}
