import { fileURLToPath } from 'node:url';
import { memoryEnvironment } from '#setup/run.mjs';
import { superviseProduct } from '#setup/supervise.mjs';

// Runs the built product and restarts it after crashes, for installations without a process manager. Built into dist/supervised.mjs.

const product = fileURLToPath(new URL('./hearth.mjs', import.meta.url));
const env = { ...memoryEnvironment, ...process.env };
process.exit(await superviseProduct(process.execPath, [...process.execArgv, product], { env }));
