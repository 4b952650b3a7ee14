import type { Plugin } from 'vite';

const LANDING = '/src/features/landing';

/** In development the documents are rendered for each request; what is imported for their styles is their own module. */
export function renderPagesInDevelopment(fill: (html: string) => string): Plugin {
  return {
    name: 'render-pages-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const render = async (): Promise<string | undefined> => {
          const { namePageFile, toPrerenderedPath } = await server.ssrLoadModule(
            '/src/platform/prerendered.ts',
          );
          const path: unknown = toPrerenderedPath(url.pathname);
          if (path === null) return undefined;
          const { readPageLocale } = await server.ssrLoadModule('/server/page-locale.ts');
          const { renderPages } = await server.ssrLoadModule(`${LANDING}/index.ts`);
          const scripts = Object.fromEntries(
            ['home', 'article', 'contact'].map((name) => [name, `${LANDING}/${name}-script.ts`]),
          );
          const fileName: unknown = namePageFile(path, readPageLocale(url, request.headers).locale);
          const pages: { fileName: string; html: string }[] = renderPages({ style: '', scripts });
          const html = pages.find((page) => page.fileName === fileName)?.html;
          return html?.replace('</head>', `<script type="module" src="${LANDING}/index.ts"></script></head>`);
        };
        render().then((html) => {
          if (html === undefined) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(fill(html));
          return undefined;
        }, next);
      });
    },
  };
}
