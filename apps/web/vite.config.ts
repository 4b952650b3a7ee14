import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const webPort = Number(process.env['WEB_PORT'] || 3000);
const apiPort = Number(process.env['API_PORT'] || 4000);

/** In development Vite serves the page, so that it fills in what the web server fills in otherwise. */
function fillPageSettings(): Plugin {
  return {
    name: 'fill-page-settings',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__STYLE_NONCE__', '')
        .replaceAll('__API_ORIGIN__', process.env['API_ORIGIN'] || `http://localhost:${apiPort}`),
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), fillPageSettings()],
  server: { port: webPort, strictPort: true, host: 'localhost' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlined files would be data: addresses, which the Content-Security-Policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    // The preload polyfill needs fetches that a modern browser makes by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom: kept apart so that a release leaves it in people's caches.
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 20 },
            // Every screen needs the router; by itself it would come in five small files.
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/,
              priority: 10,
            },
            // Under a kilobyte each and shared by many screens: each would be a request of its own.
            {
              name: 'small',
              test: /apps[\\/]web[\\/]src[\\/](?:platform[\\/](?:use-request|sign-in-popup|sign-in-again)\.ts|routes[\\/]screens\.module\.css)|use-uncontrolled/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});
