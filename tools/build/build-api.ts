import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

// Packages that are not bundled because they load files or worker scripts relative to their own code.
const external = ['@electric-sql/pglite', 'pino', 'oidc-provider', 'pg-native', 'sharp'];

// CommonJS packages inside the bundle call `require`. ES modules lack it.
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
].join('\n');

/**
 * Bundles each program (API and web server, sandbox gateway, supervisor) into one file. One file starts faster than hundreds of modules.
 */
export async function buildApi(): Promise<void> {
  await Promise.all([
    bundle('tools/serve.ts', 'dist/hearth.mjs'),
    bundle('tools/sandbox-gateway.ts', 'dist/sandbox-gateway.mjs'),
    bundle('tools/supervised.ts', 'dist/supervised.mjs'),
  ]);
}

async function bundle(from: string, to: string): Promise<void> {
  await build({
    entryPoints: [join(root, from)],
    outfile: join(root, to),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    external,
    logLevel: 'warning',
    banner: { js: banner },
    plugins: [keepFileAddresses()],
  });
}

/**
 * Keeps `new URL('./x', import.meta.url)` in our API sources relative to the source file (migrations, worker threads). In the bundle,
 * `import.meta.url` would be dist/hearth.mjs.
 */
function keepFileAddresses(): Plugin {
  return {
    name: 'keep-file-addresses',
    setup: (bundle) => {
      bundle.onLoad({ filter: /[\\/]apps[\\/]api[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const address = relative(join(root, 'dist'), path).split(sep).join('/');
        const contents = source
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`)
          .replaceAll(
            'import.meta.dirname',
            `__fileURLToPath(new URL(${JSON.stringify(dirname(address))}, import.meta.url))`,
          );
        return { contents, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}
