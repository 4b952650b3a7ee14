import { expect, test } from 'vitest';
import { createChunkNames } from './chunks.ts';

interface Module {
  importers?: string[];
  dynamicImporters?: string[];
  isEntry?: boolean;
  code?: string;
}

const library = '/node_modules/parts/index.mjs';
const modules: Record<string, Module> = {
  '/index.html': { isEntry: true },
  '/main.tsx': { importers: ['/index.html'] },
  '/dashboard-screens.ts': {
    dynamicImporters: ['/main.tsx'],
    code: `import { Menu, useId as makeId } from 'parts'; import { Chip } from './chip.tsx';`,
  },
  '/trash-screen.tsx': {
    dynamicImporters: ['/main.tsx'],
    code: `import { Menu } from 'parts'; import { useId } from './ids.ts';`,
  },
  '/session.ts': { importers: ['/main.tsx', '/dashboard-screens.ts'] },
  '/settings-screen.tsx': { dynamicImporters: ['/main.tsx'] },
  '/crop.tsx': { importers: ['/settings-screen.tsx', '/trash-screen.tsx'] },
  '/row.tsx': { importers: ['/dashboard-screens.ts', '/trash-screen.tsx'] },
  '/overview-screen.tsx': { dynamicImporters: ['/main.tsx'] },
  '/health.tsx': { importers: ['/overview-screen.tsx', '/settings-screen.tsx'] },
  '/document-screens.ts': { dynamicImporters: ['/main.tsx'] },
  '/document-editor.tsx': { dynamicImporters: ['/document-screens.ts'] },
  '/rich-editor.tsx': { dynamicImporters: ['/dashboard-screens.ts'] },
  '/tree.tsx': { importers: ['/document-screens.ts'] },
  '/dialog.tsx': { importers: ['/document-screens.ts', '/settings-screen.tsx'] },
  '/hash.tsx': { importers: ['/document-editor.tsx', '/settings-screen.tsx'] },
  '/schema.ts': { importers: ['/document-editor.tsx', '/rich-editor.tsx'] },
  '/chip.tsx': { importers: ['/dashboard-screens.ts'] },
  [library]: {
    importers: ['/main.tsx', '/dashboard-screens.ts', '/trash-screen.tsx'],
    code: `export { Menu, MenuItem } from './menu.mjs'; export { useId } from './use-id.mjs';`,
  },
  '/node_modules/parts/menu.mjs': { importers: [library] },
  '/node_modules/parts/use-id.mjs': { importers: [library] },
};
const graph = {
  getModuleInfo: (id: string) => ({
    code: modules[id]?.code ?? null,
    isEntry: modules[id]?.isEntry ?? false,
    importers: modules[id]?.importers ?? [],
    dynamicImporters: modules[id]?.dynamicImporters ?? [],
  }),
};

test('puts first-page code into the front chunk and code shared with task screens into the workspace chunk', () => {
  const { shared: name } = createChunkNames();
  expect(name('/session.ts', graph)).toBe('front');
  expect(name('/row.tsx', graph)).toBe('workspace');
  expect(name('/chip.tsx', graph)).toBeNull();
  expect(name('/crop.tsx', graph)).toBeNull();
});

test('puts code shared by documents and other screens into one chunk, except code used by both editors', () => {
  const { parts: name } = createChunkNames();
  const named = ['/tree.tsx', '/dialog.tsx', '/hash.tsx', '/schema.ts', '/crop.tsx'].map((id) =>
    name(id, graph),
  );
  expect(named).toEqual([null, 'parts', 'parts', null, null]);
});

test('attributes a library module to the importers of its exports, not to every importer of its barrel', () => {
  const { shared: name } = createChunkNames();
  expect(name('/node_modules/parts/menu.mjs', graph)).toBe('workspace');
  // Another screen has its own module with this name.
  expect(name('/node_modules/parts/use-id.mjs', graph)).toBeNull();
});

test('puts home-screen code that is not in the front or workspace chunk into the home chunk', () => {
  const { shared, home } = createChunkNames();
  expect(shared('/health.tsx', graph)).toBeNull();
  expect(home('/health.tsx', graph)).toBe('home');
  expect(home('/crop.tsx', graph)).toBeNull();
});
