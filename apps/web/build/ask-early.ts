import type { Plugin } from 'vite';

const SOURCE = '/src/early.ts';
/**
 * Preloads: what every screen behind the sign-in needs beside the first files, which the page names itself.
 */
const SCREENS = /^(?:workspace|dashboard-screens)$/;

/**
 * Bundles early.ts into a file of its own, before the app's code: it starts the first load, and preloads the
 * chunks of the screens, while that is on its way. Only in the build: in development the app asks by itself.
 */
export function askEarly(): Plugin {
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
        if (file === undefined || screens.length !== 2)
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
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
