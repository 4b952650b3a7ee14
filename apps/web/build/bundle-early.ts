import type { Plugin, Rolldown } from 'vite';

type OutputChunk = Rolldown.OutputChunk;

const SOURCE = '/src/early.ts';
/** Names of the preloaded chunks. Every screen behind the sign-in needs them in addition to the page's own entry files. */
const SCREENS = /^(?:workspace|dashboard-screens)$/;
/** Additional chunks for a document screen. */
const DOCUMENT = /[\\/](?:routes[\\/]documents[\\/]document-screens\.ts|editor[\\/]document-editor\.tsx)$/;

/**
 * Bundles early.ts into a separate file that runs before the app's code. It starts the first load and meanwhile preloads the screens'
 * chunks. Applied in builds only: in development, the app makes the requests itself.
 */
export function bundleEarly(): Plugin {
  let root = '';
  return {
    name: 'ask-early',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: root + SOURCE, name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
        const file = chunks.find((one) => one.facadeModuleId?.endsWith(SOURCE));
        const screens = chunks.filter(({ name }) => SCREENS.test(name)).map(({ fileName }) => `/${fileName}`);
        const documents = chunks.filter(({ facadeModuleId }) => DOCUMENT.test(facadeModuleId ?? ''));
        if (file === undefined || screens.length !== 2 || documents.length !== 2)
          throw new Error('early.ts or the screens that it names were not built');
        return [
          {
            tag: 'script',
            attrs: {
              type: 'module',
              async: true,
              fetchpriority: 'high',
              src: `/${file.fileName}`,
              'data-screens': screens.join(' '),
              'data-document': listFiles(documents, chunks).join(' '),
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** Returns the chunks with their imports, except those that the page itself references or that every screen has. */
function listFiles(wanted: readonly OutputChunk[], chunks: readonly OutputChunk[]): string[] {
  const named = chunks.filter(({ isEntry, name }) => isEntry || SCREENS.test(name));
  const known = collect(named, chunks);
  return [...collect(wanted, chunks)].filter((file) => !known.has(file)).map((file) => `/${file}`);
}

function collect(wanted: readonly OutputChunk[], chunks: readonly OutputChunk[]): Set<string> {
  const files = new Set<string>();
  const visit = ({ fileName, imports }: OutputChunk): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) visit(chunk);
  };
  for (const chunk of wanted) visit(chunk);
  return files;
}
