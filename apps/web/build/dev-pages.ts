import type { Plugin } from 'vite';

const LANDING = '/src/features/landing';

/** Renders the pages of public links in development, from the API's response to each request. */
export function renderSharesInDevelopment(apiOrigin: string): Plugin {
  return {
    name: 'render-shares-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (!url.pathname.startsWith('/share/')) return next();
        const render = async (): Promise<void> => {
          const { findShareLocation, findView } = await server.ssrLoadModule('/server/shares.ts');
          const { fetchOverHttp } = await server.ssrLoadModule('/server/fetch-api.ts');
          const { readPageLocale } = await server.ssrLoadModule('/server/page-locale.ts');
          const { renderShare } = await server.ssrLoadModule('/src/features/public-links/render-share.tsx');
          const fetchApi = fetchOverHttp(apiOrigin);
          const location: unknown = findShareLocation(url);
          const { view } = await findView(url, location, (path: string) => fetchApi(path, '127.0.0.1'));
          const html: string = renderShare(view, location, '', readPageLocale(url, request.headers).locale);
          const style = '<script type="module" src="/src/features/public-links/render-share.tsx"></script>';
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(html.replace('</head>', `${style}</head>`));
        };
        render().catch(next);
        return undefined;
      });
    },
  };
}

/** Renders the prerendered documents in development for each request. Their style imports resolve to the style modules themselves. */
export function renderPagesInDevelopment(fill: (html: string) => string): Plugin {
  return {
    name: 'render-pages-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const render = async (): Promise<string | undefined> => {
          const { namePageFile, toPrerenderedPath } = await server.ssrLoadModule(
            '/src/platform/page/prerendered.ts',
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
