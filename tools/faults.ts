import { parseArgs } from 'node:util';
import { FAULTS } from './faults/faults.ts';
import { runFaults } from './faults/run-faults.ts';

// Plants mistakes in a copy of the code, one at a time, and shows which test notices.
// npm run lab -- faults [--only "part of a name"]

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const chosen = FAULTS.filter((fault) => fault.name.includes(values.only));
console.log(`${chosen.length} faults; first the tests without any …`);
const outcomes = await runFaults(chosen, ({ fault, caughtBy, seconds }) => {
  const by = caughtBy ?? 'NOBODY NOTICED';
  console.log(`${fault.name.padEnd(64)} ${seconds.toFixed(0).padStart(4)} s  ${by.slice(0, 120)}`);
});
const missed = outcomes.filter((outcome) => outcome.caughtBy === null);
console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} faults were noticed.`);
process.exitCode = missed.length === 0 ? 0 : 1;
