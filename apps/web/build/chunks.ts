import { basename } from 'node:path';

/** What of the bundler's module graph is read here. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    code: string | null;
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
  } | null;
}

/** Entry points: everything that these need comes with the first page. */
const FRONT = new Set(['index.html', 'main.tsx', 'sign-in-screen.tsx']);
/** Where the working day is spent: what other screens share without it is left to the bundler. */
const WORKSPACE = 'dashboard-screens.ts';
/** Where the day begins. */
const HOME = 'overview-screen.tsx';
/** Documents, and the editor in them: what they share with others is a chunk of its own. */
const DOCUMENTS = 'document-screens.ts';
const EDITOR = 'document-editor.tsx';
/** The editor of descriptions, whose parts both editors have. */
const RICH_EDITOR = 'rich-editor.tsx';
/** The page of all components: what it shows is no more needed for it. */
const DEV_UI = 'dev-ui-screen.tsx';
const LIBRARY = /[\\/]node_modules[\\/]/;
/**
 * Barrel files of a library, a feature or the sync store: importing one thing from it is not needing the
 * others.
 */
const DOOR = /(?:node_modules|features|platform)[\\/].*[\\/](?:index|tabler-icons-react)\.(?:m?js|ts)$/;

type NameChunk = (id: string, graph: ModuleGraph) => string | null;

/**
 * Names the chunk of a module: `front` for what the first page needs, `workspace` for what the screens of
 * tasks share with another, none for what one screen has for itself. Left alone, the bundler makes a chunk
 * for each set of screens that share something: forty requests for the first board. `workspace` imports from
 * `front` and never the other way, so that modules run in the right order. `home` is what is left of the
 * first screen of a day, which was fourteen requests; a chunk takes along what its modules need, so that it
 * comes after the others. `parts` is what documents share with dialogs and other screens, of which each was
 * a file of its own: forty requests for the first document.
 */
export function createChunkNames(): { shared: NameChunk; home: NameChunk; parts: NameChunk } {
  let kept: { graph: KeptGraph; screens: Map<string, Set<string>> } | undefined;
  const readScreens = (id: string, graph: ModuleGraph): string[] => {
    kept ??= { graph: keepGraph(graph), screens: new Map() };
    const screens = kept.screens.get(id) ?? findScreens(id, kept.graph);
    kept.screens.set(id, screens);
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

interface KeptModule {
  isScreen: boolean;
  importers: string[];
}

interface KeptGraph {
  read: (id: string) => KeptModule;
  /** What a module imports or hands on by name. */
  readImports: (id: string) => NamedImports[];
}

interface NamedImports {
  /** The file's name without its ending, as the import spells it. */
  from: string;
  /** From a file of the same package: `./picker.tsx`, `#ui/picker.tsx`. */
  isOwn: boolean;
  /** Of `{ default as IconX }`: `default` is taken, `IconX` is what it is called from here on. */
  taken: string[];
  called: string[];
}

/** A cache: asking the bundler about a module is slow, and every walk passes the same ones. */
function keepGraph(graph: ModuleGraph): KeptGraph {
  const modules = new Map<string, KeptModule>();
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

/** The entry points and lazy-loaded modules through which a module comes to the browser. */
function findScreens(start: string, graph: KeptGraph): Set<string> {
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

/** Who imports, by name, something that a module re-exports through the barrel. */
function findUsers(id: string, door: string, graph: KeptGraph): string[] {
  const file = readFileName(id);
  const handedOn = graph.readImports(door).filter(({ from }) => from === file);
  const names = new Set(handedOn.flatMap((list) => list.called));
  return graph.read(door).importers.filter((user) => {
    // A file of ours may call its own tooltip as the library's is called.
    const isOutside = LIBRARY.test(door) && !LIBRARY.test(user);
    return graph
      .readImports(user)
      .some(({ isOwn, taken }) => !(isOutside && isOwn) && taken.some((name) => names.has(name)));
  });
}

function readFileName(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}
