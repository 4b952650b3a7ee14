/**
 * Says how much a family of tests has tried, for `npm run lab -- wall`: a green test says nothing of how many cases it held.
 * A family whose subject does not exist yet says 0 cases, so that it cannot pass for one that ran.
 */
export function tellCases(family: string, count: number, of: string): void {
  console.log(`[wall] ${family}: ${count} ${of}${count === 0 ? ', pending' : ''}`);
}
