import type { Edge, Graph } from './graph.ts';
import { breaksRoomOrder } from './rooms.ts';

/** The features in dependency order. On the server, each feature may import only earlier features. */
const features = [
  'auth',
  'files',
  'billing',
  'teams',
  'members',
  'audit',
  'tokens',
  'invites',
  'favourites',
  'projects',
  'public-links',
  'views',
  // On the web only.
  'mentions',
  'history',
  'attachments',
  'tasks',
  'documents',
  'search',
  'analytics',
  'assistant',
  'transfer',
  'contact',
  'first-load',
];

/** Generic features. They apply to several object types. In the web app, too, they may import only earlier features. */
const aboutSubjects: ReadonlySet<string> = new Set(['favourites', 'mentions', 'history', 'attachments']);

/** Packages that parse and serialize Markdown. Only one room of the contracts may import them so that the browser loads them on demand. */
const markdownPackages: ReadonlySet<string> = new Set([
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'mdast-util-to-markdown',
  'micromark-extension-gfm',
]);

/**
 * The client side of the collaboration protocol. It is in the contracts because the web app and the API tests need the same count of
 * unacknowledged updates and must not import each other.
 */
const collaborationClient = 'packages/contracts/src/documents/document-provider.ts';

/** Conflict resolution for documents. Server and browser must apply the same rules. */
const documentMerges = 'packages/contracts/src/documents/rescue';

interface Rule {
  name: string;
  why: string;
  isViolatedBy(edge: Edge, graph: Graph): boolean;
}

/** One rule for each border in ARCHITECTURE.md. */
export const rules: Rule[] = [
  {
    name: 'no-parent-path',
    why: 'Inside a folder write ./x.ts, across folders #folder/x.ts: never ../',
    isViolatedBy: ({ spelling }) => /(?:^|\/)\.\.(?:\/|$)/.test(spelling),
  },
  {
    name: 'no-lost-import',
    why: 'The import does not resolve to a file.',
    // Vite's virtual modules and files with a query exist only inside its build.
    isViolatedBy: ({ isResolved, spelling }) =>
      !isResolved && !spelling.includes('?') && !spelling.startsWith('virtual:'),
  },
  {
    name: 'no-cycle',
    why: 'Circular imports at run time are not allowed: merge the files, or move the shared code to a third one.',
    isViolatedBy: ({ cycle }) => cycle.length > 0,
  },
  {
    name: 'declared-packages',
    why: 'A package must be listed in the package.json of the workspace that imports it (root packages: tests only).',
    isViolatedBy: ({ from, to, isPackage }, { declared }) => {
      const workspace = [...declared.keys()].find((folder) => from.startsWith(`${folder}/`));
      if (!workspace || !isPackage || isTest(from)) return false;
      return !declared.get(workspace)?.has(nameOfPackage(to));
    },
  },
  {
    name: 'contracts-stand-alone',
    why: 'Contracts are shared by server and browser: they import only zod and each other; in addition, Markdown its parser, the document provider its base class, and document merges Yjs.',
    isViolatedBy: ({ from, to }) =>
      isIn(from, 'packages/contracts/src') &&
      !isTest(from) &&
      !isIn(to, 'packages/contracts/src') &&
      nameOfPackage(to) !== 'zod' &&
      !(isIn(from, 'packages/contracts/src/rich-text/markdown') && markdownPackages.has(nameOfPackage(to))) &&
      !(from === collaborationClient && nameOfPackage(to) === '@hocuspocus/provider') &&
      !(isIn(from, documentMerges) && nameOfPackage(to) === 'yjs'),
  },
  {
    name: 'apps-apart',
    why: 'Server and web app share code only through contracts.',
    isViolatedBy: ({ from, to }) =>
      (isIn(from, 'apps/api') && isIn(to, 'apps/web')) ||
      (isIn(from, 'apps/web') && isIn(to, 'apps/api')) ||
      (isIn(from, 'apps/web/src') && isIn(to, 'apps/web/server')) ||
      (/^(?:apps|packages)\//.test(from) && /^(?:tools|e2e)\//.test(to)),
  },
  {
    name: 'web-without-schemas',
    why: 'The schema library compiles code, which the page’s Trusted Types block: put values that the browser needs into a file that does not import it.',
    isViolatedBy: ({ from, to, isTypeOnly }, graph) =>
      isIn(from, 'apps/web/src') &&
      !isTest(from) &&
      !isTypeOnly &&
      isIn(to, 'packages/contracts/src') &&
      reachesSchemas(to, graph),
  },
  {
    name: 'known-feature',
    why: 'Every feature must be in the ordered list of tools/borders/rules.ts (landing: on the web only).',
    isViolatedBy: ({ from }) => {
      const feature = featureOf(from);
      return (
        feature !== undefined &&
        !features.includes(feature.name) &&
        !(feature.name === 'landing' && feature.app === 'web')
      );
    },
  },
  {
    name: 'feature-door',
    why: 'Files of another feature are private: import its index.ts.',
    isViolatedBy: ({ from, to }) => {
      const target = featureOf(to);
      const own = featureOf(from);
      if (!target || isWholeApp(from) || target.file === 'index.ts') return false;
      return own?.name !== target.name || own.app !== target.app;
    },
  },
  {
    name: 'feature-order',
    why: 'A server feature imports only features to its left in the list; use events in the other direction.',
    isViolatedBy: ({ from, to }) => {
      const own = featureOf(from);
      const target = featureOf(to);
      if (own?.app !== 'api' || target?.app !== 'api' || own.name === target.name || isTest(from))
        return false;
      return features.indexOf(target.name) > features.indexOf(own.name);
    },
  },
  {
    name: 'subject-order',
    why: 'Features for any kind of subject import only features to their left, also in tests and on the web.',
    isViolatedBy: ({ from, to }) => {
      const own = featureOf(from);
      const target = featureOf(to);
      if (own === undefined || target === undefined || !aboutSubjects.has(own.name)) return false;
      return features.indexOf(target.name) > features.indexOf(own.name);
    },
  },
  {
    name: 'room-order',
    why: 'A room imports only rooms to its left in tools/borders/rooms.ts, and never the index.ts.',
    isViolatedBy: ({ from, to }) => !isTest(from) && breaksRoomOrder(from, to),
  },
  {
    name: 'platform-below-features',
    why: 'The platform must not import features or the composition of the app.',
    isViolatedBy: ({ from, to }) =>
      /^apps\/(?:api|web)\/src\/platform\//.test(from) &&
      !isTest(from) &&
      isOurApp(to) &&
      !/^apps\/(?:api|web)\/src\/(?:platform|ui|locales)\//.test(to) &&
      !isConfiguration(to),
  },
  {
    name: 'sandbox-gateway-apart',
    why: 'The sandbox replaces an external program: it imports only platform and contracts, and no other code imports it.',
    isViolatedBy: ({ from, to }) => {
      const home = 'apps/api/src/sandbox-gateway';
      if (isTest(from) || isIn(from, home) === isIn(to, home)) return false;
      if (isIn(to, home)) return from.startsWith('apps/');
      return isOurApp(to) && !isIn(to, 'apps/api/src/platform') && !isConfiguration(to);
    },
  },
  {
    name: 'ui-alone',
    why: 'Shared components import neither features nor platform: they get their data as props.',
    isViolatedBy: ({ from, to }) =>
      isIn(from, 'apps/web/src/ui') && !isTest(from) && isOurApp(to) && !isIn(to, 'apps/web/src/ui'),
  },
  {
    name: 'features-below-shell',
    why: 'Routes and shell combine features; a feature must not import them.',
    isViolatedBy: ({ from, to }) =>
      featureOf(from) !== undefined &&
      !isTest(from) &&
      (/^apps\/web\/src\/(?:routes|shell)\//.test(to) ||
        /^apps\/(?:api|web)\/src\/(?:app|main)\.tsx?$/.test(to)),
  },
  {
    name: 'testing-for-tests',
    why: 'Only tests import tests and testing/.',
    isViolatedBy: ({ from, to }) => isTest(to) && !isTest(from) && !/^(?:tools|e2e)\//.test(from),
  },
];

/** Describes each violation and its rule. */
export function findBrokenBorders(graph: Graph): string[] {
  return graph.edges.flatMap((edge) =>
    rules
      .filter((rule) => rule.isViolatedBy(edge, graph))
      .map((rule) => {
        const path = rule.name === 'no-cycle' ? edge.cycle.join(' → ') : edge.spelling;
        return `${rule.name}: ${edge.from} → ${path}\n    ${rule.why}`;
      }),
  );
}

const withSchemas = new WeakMap<Graph, Set<string>>();

/** Whether a file of the contracts imports the schema library at run time, directly or indirectly. */
function reachesSchemas(file: string, graph: Graph): boolean {
  let known = withSchemas.get(graph);
  if (known === undefined) {
    const edges = graph.edges.filter(
      ({ from, isTypeOnly }) => !isTypeOnly && isIn(from, 'packages/contracts/src'),
    );
    known = new Set(edges.filter(({ to }) => nameOfPackage(to) === 'zod').map(({ from }) => from));
    for (let size = -1; size !== known.size;) {
      size = known.size;
      for (const { from, to } of edges) if (known.has(to)) known.add(from);
    }
    withSchemas.set(graph, known);
  }
  return known.has(file);
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function isOurApp(path: string): boolean {
  return path.startsWith('apps/') && !path.includes('node_modules/');
}

function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) || /^(?:apps\/(?:api|web)|packages\/contracts)\/src\/testing\//.test(path)
  );
}

/** The settings. Any module may import them, and they import no other module of the API. */
function isConfiguration(path: string): boolean {
  return path === 'apps/api/src/config.ts';
}

/** Composition roots may import everything in their app. */
function isWholeApp(path: string): boolean {
  return /^apps\/(?:api\/src\/(?:main\.ts|app\.ts|testing\/)|web\/src\/(?:main\.tsx|app\.tsx|routes\/|shell\/|testing\/))/.test(
    path,
  );
}

function featureOf(path: string): { app: string; name: string; file: string } | undefined {
  const match = /^apps\/(api|web)\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  return match ? { app: match[1] ?? '', name: match[2] ?? '', file: match[3] ?? '' } : undefined;
}

function nameOfPackage(path: string): string {
  const inside = path.split('node_modules/').at(-1) ?? '';
  // A workspace package resolves to its own folder, not into node_modules.
  if (path.startsWith('packages/contracts/')) return '@hearth/contracts';
  if (!path.includes('node_modules/')) return path;
  const [scope = '', name = ''] = inside.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
