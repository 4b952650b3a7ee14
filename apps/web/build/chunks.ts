import { basename } from 'node:path';

/** The subset of the bundler's module graph in use. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    code: string | null;
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
  } | null;
}

/** Entry points. All code that they need is loaded with the first page. */
const FRONT = new Set(['index.html', 'main.tsx', 'sign-in-screen.tsx']);
/** The main screens. Code that other screens share without them is left to the bundler. */
const WORKSPACE = 'dashboard-screens.ts';
/** Home, usually the first screen of a day. */
const HOME = 'overview-screen.tsx';
/** Documents and their editor: code that they share with other screens gets a separate chunk. */
const DOCUMENTS = 'document-screens.ts';
const EDITOR = 'document-editor.tsx';
/** The description editor. The document editor also uses its modules. */
const RICH_EDITOR = 'rich-editor.tsx';
/** The component gallery. Its imports do not count as uses. */
const DEV_UI = 'dev-ui-screen.tsx';
const LIBRARY = /[\\/]node_modules[\\/]/;
/** Barrel files of a library, a feature or the sync store. An import of one export does not need the other exports. */
const DOOR = /(?:node_modules|features|platform)[\\/].*[\\/](?:index|tabler-icons-react)\.(?:m?js|ts)$/;

type NameChunk = (id: string, graph: ModuleGraph) => string | null;

/**
 * Names the chunk of a module: `front` for code that the first page needs, `workspace` for code that the task screens share with another
 * screen, no name for code that a single screen uses. By default, the bundler makes a chunk for each set of screens that share code. That
 * took forty requests for the first board. `workspace` imports from `front` and never the other way round so that modules run in the right
 * order. `home` contains the remaining code of home, which took fourteen requests. A chunk includes its modules' dependencies, so `home` is
 * named after the other chunks. `parts` is the code that documents share with dialogs and other screens, formerly one file each, which took
 * forty requests for the first document.
 */
export function createChunkNames(): { shared: NameChunk; home: NameChunk; parts: NameChunk } {
  let cached: { graph: CachedGraph; screens: Map<string, Set<string>> } | undefined;
  const readScreens = (id: string, graph: ModuleGraph): string[] => {
    cached ??= { graph: cacheGraph(graph), screens: new Map() };
    const screens = cached.screens.get(id) ?? findScreens(id, cached.graph);
    cached.screens.set(id, screens);
    return [...screens].map((screen) => basename(screen));
  };
  return {
    shared(id, graph) {
      const screens = readScreens(id, graph);
      if (screens.some((screen) => FRONT.has(screen))) return 'front';
      return screens.length > 1 && screens.includes(WORKSPACE) ? 'workspace' : null;
    },
    home: (id, graph) => (readScreens(id, graph).includes(HOME) ? 'home' : null),
    parts(id, graph) {
      const screens = readScreens(id, graph);
      const isOfEditor = screens.includes(EDITOR) && !screens.includes(RICH_EDITOR);
      return screens.length > 1 && (screens.includes(DOCUMENTS) || isOfEditor) ? 'parts' : null;
    },
  };
}

interface CachedModule {
  isScreen: boolean;
  importers: string[];
}

interface CachedGraph {
  read: (id: string) => CachedModule;
  /** A module's named imports and re-exports. */
  readImports: (id: string) => NamedImports[];
}

interface NamedImports {
  /** The file name without its extension, as spelled in the import. */
  from: string;
  /** Whether it is a file of the same package: `./picker.tsx`, `#ui/picker.tsx`. */
  isOwn: boolean;
  /** For `{ default as IconX }`: `default` is the imported name, `IconX` its local name. */
  taken: string[];
  called: string[];
}

/** Caches the module graph. Querying the bundler about a module is slow, and every walk passes the same modules. */
function cacheGraph(graph: ModuleGraph): CachedGraph {
  const modules = new Map<string, CachedModule>();
  const imports = new Map<string, NamedImports[]>();
  return {
    read(id) {
      const known = modules.get(id);
      if (known) return known;
      const info = graph.getModuleInfo(id);
      const isScreen = info !== null && (info.isEntry || info.dynamicImporters.length > 0);
      const module = { isScreen: isScreen && basename(id) !== DEV_UI, importers: info?.importers ?? [] };
      modules.set(id, module);
      return module;
    },
    readImports(id) {
      const known = imports.get(id);
      if (known) return known;
      const lists = (graph.getModuleInfo(id)?.code ?? '').matchAll(
        /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']*)["']/g,
      );
      const read = [...lists].map(([, names = '', from = '']) => ({
        from: readFileName(from),
        isOwn: /^[.#]/.test(from),
        taken: names.split(',').map((name) => (name.split(' as ')[0] ?? '').trim()),
        called: names.split(',').map((name) => (name.split(' as ').at(-1) ?? '').trim()),
      }));
      imports.set(id, read);
      return read;
    },
  };
}

/** Returns the entry points and lazy-loaded modules that depend on a module. */
function findScreens(start: string, graph: CachedGraph): Set<string> {
  const screens = new Set<string>();
  const seen = new Set([start]);
  const waiting = [start];
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    waiting.push(id);
  };
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { isScreen, importers } = graph.read(id);
    if (isScreen) screens.add(id);
    for (const importer of importers) {
      if (!DOOR.test(importer)) visit(importer);
      else for (const user of findUsers(id, importer, graph)) visit(user);
    }
  }
  return screens;
}

/** Returns the modules that import, by name, an export of a module through the barrel. */
function findUsers(id: string, door: string, graph: CachedGraph): string[] {
  const file = readFileName(id);
  const handedOn = graph.readImports(door).filter(({ from }) => from === file);
  const names = new Set(handedOn.flatMap((list) => list.called));
  return graph.read(door).importers.filter((user) => {
    // One of our files may have the same name as a library's, for example our own tooltip.
    const isOutside = LIBRARY.test(door) && !LIBRARY.test(user);
    return graph
      .readImports(user)
      .some(({ isOwn, taken }) => !(isOutside && isOwn) && taken.some((name) => names.has(name)));
  });
}

function readFileName(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}
