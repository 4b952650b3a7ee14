import { run } from '#setup/run.mjs';

// `npm run bench` runs all benchmarks in sequence, each in a separate process so that none warms up another. `npm run bench -- start pages`
// runs only the named benchmarks.
const PARTS = [
  'start',
  'store',
  'api',
  'search',
  'analytics',
  'assistant',
  'feed',
  'first-loads',
  'pages',
  'documents/api',
  'documents/live',
  'documents/pages',
];

const names = process.argv.slice(2);
const unknown = names.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Available: ${PARTS.join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const part of PARTS.filter((one) => names.length === 0 || names.includes(one))) {
  console.log(`\n## ${part}`);
  const { code } = await run(process.execPath, [`tools/bench/${part}.ts`], { timeoutMs: 15 * 60_000 });
  if (code !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
