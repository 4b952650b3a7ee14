import { fileURLToPath } from 'node:url';
import { memoryEnvironment } from '#setup/run.mjs';
import { superviseProduct } from '#setup/supervise.mjs';

// The built product with a restart after a crash, where no process manager does that: built into dist/supervised.mjs.

const product = fileURLToPath(new URL('./hearth.mjs', import.meta.url));
const env = { ...memoryEnvironment, ...process.env };
process.exit(await superviseProduct(process.execPath, [...process.execArgv, product], { env }));
