import type { Plugin } from 'vite';

const VARIABLES = /[\\/]@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.layer\.css$/;
/** Colors of the component library that none of our components use. Removing them makes the first stylesheet a fifth smaller. */
const PALETTES = 'pink|grape|violet|indigo|cyan|green|lime|yellow|orange';
const DECLARED = new RegExp(`--mantine-color-(?:${PALETTES})-[\\w-]+\\s*:[^;}]*;?`, 'g');
const USED = new RegExp(`var\\(--mantine-color-(?:${PALETTES})-`);

/** Removes unused palettes. Fails the build if a stylesheet begins to use one. */
export function dropPalettes(): Plugin {
  return {
    name: 'drop-palettes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: VARIABLES },
      handler: (css) => css.replaceAll(DECLARED, ''),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const use = USED.exec(String(file.source));
        if (use) this.error(`${file.fileName} uses ${use[0]}…, which build/drop-palettes.ts leaves out`);
      }
    },
  };
}
