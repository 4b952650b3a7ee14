import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { createChunkNames } from './build/chunks.ts';
import { renderPagesInDevelopment, renderSharesInDevelopment } from './build/dev-pages.ts';
import { bundleEarly } from './build/bundle-early.ts';
import { dropPalettes } from './build/drop-palettes.ts';
import { buildTextsPlugins } from './build/texts.ts';

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
const names = createChunkNames();
const CODE = /\.(?:ts|tsx|js|mjs|cjs|css)$/;
const webPort = Number(process.env['WEB_PORT'] || 3000);
const outDir = fileURLToPath(new URL('../../dist/web', import.meta.url));
const apiPort = Number(process.env['API_PORT'] || 4000);

/** In development, Vite serves the pages, so this plugin fills in the settings instead of the web server. */
function fillSettings(html: string): string {
  return html
    .replaceAll('__STYLE_NONCE__', '')
    .replaceAll('__DEV_TOOLS__', 'on')
    .replaceAll('__GA_MEASUREMENT_ID__', '')
    .replaceAll('__GA_COLLECT_URL__', '')
    .replaceAll('__CONTACT_ADDRESS__', process.env['CONTACT_ADDRESS'] || 'contact@localhost')
    .replaceAll('__WEB_ORIGIN__', `http://localhost:${webPort}`)
    .replaceAll('__API_ORIGIN__', process.env['API_ORIGIN'] || `http://localhost:${apiPort}`);
}

const fillPageSettings: Plugin = {
  name: 'fill-page-settings',
  apply: 'serve',
  transformIndexHtml: fillSettings,
};

/** The service worker and its list of precached files. Builds only. */
const offlineCopy = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'service-worker',
  filename: 'sw.ts',
  outDir,
  // The page registers the worker itself (platform/release/register-service-worker.ts), and the manifest is a file in public/.
  injectRegister: false,
  manifest: false,
  integration: {
    configureCustomSWViteBuild: (build) => {
      build.logLevel = 'warn';
    },
  },
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: [
      'index.html',
      'icon.svg',
      '*.webmanifest',
      'assets/*.{js,css,svg}',
      'assets/*latin-wght*.woff2',
    ],
    // Emoji names are 30 to 40 kB per language compressed, so they are cached only after the first emoji search.
    globIgnores: ['assets/annotations-*.js'],
    // The page has no URL of its own. The server returns it for every URL of the app.
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) =>
          entry.url === 'index.html' ? { ...entry, url: '/dashboard' } : entry,
        ),
      }),
    ],
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    buildTextsPlugins([reactCompilerPreset()]),
    fillPageSettings,
    bundleEarly(),
    dropPalettes(),
    renderPagesInDevelopment(fillSettings),
    renderSharesInDevelopment(process.env['API_ORIGIN'] || `http://localhost:${apiPort}`),
    offlineCopy,
  ],
  define: { 'import.meta.env.VITE_HEARTH_VERSION': JSON.stringify(version) },
  server: { port: webPort, strictPort: true, host: 'localhost' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlined files would become data: URLs. The Content-Security-Policy blocks them for fonts and scripts.
    assetsInlineLimit: 0,
    // The preload polyfill is unnecessary: modern browsers support module preload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A vendor chunk. It changes rarely and thus stays in browser caches across releases.
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|@lingui)[\\/]/,
              priority: 20,
            },
            // Every screen needs the router. It would otherwise be split into five small files.
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/,
              priority: 10,
            },
            { name: names.shared, debugName: 'front and workspace', test: CODE, priority: 1 },
            { name: names.home, debugName: 'home', test: CODE },
            { name: names.parts, debugName: 'parts', test: CODE },
          ],
        },
      },
    },
  },
});
