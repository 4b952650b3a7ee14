// @ts-check
const startedAt = performance.now();

/** Prints one line with the seconds since the start of the command. @param {string} text */
export function print(text) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`[${seconds.padStart(5)} s] ${text}\n`);
}

/** Prints the error and exits. @param {string} text @returns {never} */
export function fail(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}
