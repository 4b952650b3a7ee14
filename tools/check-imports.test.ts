import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFullFolders } from './borders/folders.ts';
import { readGraph } from './borders/graph.ts';
import { findBrokenBorders, rules } from './borders/rules.ts';

// Checks a small repository in a temporary folder: valid files without violations, and at least one planted violation of each rule.

const manifests: Record<string, unknown> = {
  'package.json': { type: 'module' },
  'packages/contracts/package.json': {
    name: '@hearth/contracts',
    type: 'module',
    imports: { '#*': './src/*' },
    exports: { './*': './src/*.ts' },
    dependencies: { zod: '1.0.0', '@hocuspocus/provider': '1.0.0', yjs: '1.0.0' },
  },
  'apps/api/package.json': {
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies: { '@hearth/contracts': '1.0.0' },
  },
  'apps/web/package.json': {
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies: { '@hearth/contracts': '1.0.0' },
  },
};
/** Entry file by package. */
const packages: Record<string, string> = {
  zod: 'index.js',
  undeclared: 'index.js',
  'undeclared-in-dist': 'dist/index.js',
  '@hocuspocus/provider': 'dist/index.js',
  yjs: 'index.js',
};

const soundFiles: Record<string, string> = {
  'packages/contracts/src/tasks/tasks.ts': `import { z } from 'zod';\nexport const task = z;`,
  'packages/contracts/src/documents/document-provider.ts': `import { x } from '@hocuspocus/provider';\nexport const y = x;`,
  'packages/contracts/src/documents/rescue/lines.ts': `import { x } from 'yjs';\nexport const y = x;`,
  'apps/api/src/platform/clock.ts': `export const clock = 1;`,
  'apps/api/src/features/teams/index.ts': `export { team } from './teams.service.ts';`,
  'apps/api/src/features/teams/teams.service.ts': `export const team = 1;`,
  'apps/api/src/features/tasks/index.ts': `export { task } from '#features/tasks/changes/tasks.service.ts';`,
  'apps/api/src/features/tasks/changes/tasks.service.ts': [
    `import { clock } from '#platform/clock.ts';`,
    `import { team } from '#features/teams/index.ts';`,
    `import { task as contract } from '@hearth/contracts/tasks/tasks';`,
    `export const task = [clock, team, contract];`,
  ].join('\n'),
  'apps/api/src/features/tasks/tasks.test.ts': `import { start } from '#testing/start-app.ts';\nstart();`,
  'apps/api/src/testing/start-app.ts': `export const start = () => 1;`,
  'apps/api/src/main.ts': `import { task } from '#features/tasks/index.ts';\nexport const main = task;`,
  'apps/web/src/ui/buttons/button.tsx': `export const Button = 1;`,
  'apps/web/src/platform/session/session.ts': `export const session = 1;`,
  'apps/web/src/features/tasks/index.ts': `export { TaskRow } from '#features/tasks/list/task-row.tsx';`,
  'apps/web/src/features/tasks/list/task-row.tsx': `import { Button } from '#ui/buttons/button.tsx';\nexport const TaskRow = Button;`,
  'apps/web/src/routes/tasks.tsx': `export const load = () => import('#features/tasks/list/task-row.tsx');`,
};

interface Fault {
  rule: string;
  from: string;
  files: Record<string, string>;
}

/** Plants a violation: an import of `spelling` in the file `from`. */
function plant(rule: string, from: string, spelling: string, others: Record<string, string> = {}): Fault {
  return {
    rule,
    from,
    files: { [from]: `import { x } from '${spelling}';\nexport const y = x;`, ...others },
  };
}

const faults: Fault[] = [
  plant('no-parent-path', 'apps/api/src/features/files/files.service.ts', '../../platform/clock.ts'),
  plant('no-lost-import', 'apps/api/src/features/files/files.lost.ts', '#platform/nowhere.ts'),
  plant('no-cycle', 'apps/api/src/platform/hen.ts', './egg.ts', {
    'apps/api/src/platform/egg.ts': `import { y } from './hen.ts';\nexport const x = () => y;`,
  }),
  plant('declared-packages', 'apps/api/src/platform/stray.ts', 'undeclared'),
  plant('declared-packages', 'apps/api/src/platform/stray-dist.ts', 'undeclared-in-dist'),
  plant('web-without-schemas', 'apps/web/src/features/tasks/stray.ts', '@hearth/contracts/tasks/tasks'),
  plant('contracts-stand-alone', 'packages/contracts/src/stray.ts', 'node:fs'),
  plant('contracts-stand-alone', 'packages/contracts/src/stray-dist.ts', 'undeclared-in-dist'),
  plant('contracts-stand-alone', 'packages/contracts/src/documents/stray.ts', '@hocuspocus/provider'),
  plant('contracts-stand-alone', 'packages/contracts/src/documents/stray.ts', 'yjs'),
  plant('contracts-stand-alone', 'packages/contracts/src/rich-text/stray.ts', 'mdast-util-gfm'),
  plant('contracts-stand-alone', 'packages/contracts/src/rich-text/markdown/stray.ts', 'undeclared'),
  plant('apps-apart', 'apps/web/src/platform/reach.ts', '../../../api/src/platform/clock.ts'),
  plant('known-feature', 'apps/api/src/features/gossip/index.ts', '#platform/clock.ts'),
  plant(
    'feature-door',
    'apps/api/src/features/tasks/model/tasks.queries.ts',
    '#features/teams/teams.service.ts',
  ),
  plant('feature-door', 'apps/web/src/features/projects/board.tsx', '#features/tasks/list/task-row.tsx'),
  plant('feature-order', 'apps/api/src/features/teams/teams.queries.ts', '#features/tasks/index.ts'),
  plant('subject-order', 'apps/web/src/features/mentions/nosy.tsx', '#features/tasks/index.ts'),
  plant('subject-order', 'apps/web/src/features/mentions/nosy.test.ts', '#features/tasks/index.ts'),
  plant(
    'room-order',
    'apps/api/src/features/tasks/labels/labels.queries.ts',
    '#features/tasks/changes/tasks.service.ts',
  ),
  plant('room-order', 'apps/api/src/features/tasks/labels/labels.routes.ts', '#features/tasks/index.ts'),
  plant('room-order', 'packages/contracts/src/core/limits.ts', '#tasks/tasks.ts'),
  plant('room-order', 'apps/web/src/ui/lazy/lazy-parts.tsx', '#ui/display/avatar.tsx', {
    'apps/web/src/ui/display/avatar.tsx': `export const x = 1;`,
  }),
  // Nested room folders: both room orders apply.
  plant('room-order', 'apps/web/src/platform/sync/rows/types.ts', '#platform/sync/store/react.ts', {
    'apps/web/src/platform/sync/store/react.ts': `export const x = 1;`,
  }),
  plant('room-order', 'apps/web/src/platform/sync/copies/tabs.ts', '#platform/session/session.ts'),
  plant('platform-below-features', 'apps/api/src/platform/nosy.ts', '#features/teams/index.ts'),
  plant('platform-below-features', 'apps/web/src/platform/nosy.ts', '#features/tasks/index.ts'),
  plant('sandbox-gateway-apart', 'apps/api/src/sandbox-gateway/nosy.ts', '#features/teams/index.ts'),
  plant('sandbox-gateway-apart', 'apps/api/src/platform/cosy.ts', '#sandbox-gateway/state.ts', {
    'apps/api/src/sandbox-gateway/state.ts': `export const x = 1;`,
  }),
  plant('ui-alone', 'apps/web/src/ui/nosy.tsx', '#platform/session/session.ts'),
  plant('ui-alone', 'apps/web/src/ui/nosier.tsx', '#features/tasks/index.ts'),
  plant('features-below-shell', 'apps/web/src/features/teams/up.tsx', '#routes/tasks.tsx'),
  plant('testing-for-tests', 'apps/api/src/features/members/members.service.ts', '#testing/start-app.ts'),
];
// Type imports must also follow the rules.
faults.push({
  rule: 'feature-order',
  from: 'apps/api/src/features/teams/teams.types.ts',
  files: {
    'apps/api/src/features/teams/teams.types.ts': `import type { task } from '#features/tasks/index.ts';\nexport type T = typeof task;`,
  },
});

let root: string;
let broken: string[];

function write(path: string, content: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hearth-borders-'));
  for (const [path, manifest] of Object.entries(manifests)) write(path, JSON.stringify(manifest));
  for (const [name, main] of Object.entries(packages)) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main }));
    write(`node_modules/${name}/${main}`, 'export const x = 1; export const z = 1;');
  }
  for (const [path, content] of Object.entries(soundFiles)) write(path, content);
  // Simulates npm workspaces by copying. No link then leads out of the folder.
  cpSync(join(root, 'packages/contracts'), join(root, 'node_modules/@hearth/contracts'), { recursive: true });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('import boundary check', () => {
  test('finds no violations in a valid repository, and parses its files', async () => {
    const graph = await readGraph(root);
    expect(graph.files.toSorted()).toEqual(Object.keys(soundFiles).toSorted());
    expect(graph.edges.length).toBeGreaterThan(10);
    expect(findBrokenBorders(graph)).toEqual([]);
  });

  describe('planted violations', () => {
    beforeAll(async () => {
      for (const fault of faults)
        for (const [path, content] of Object.entries(fault.files)) write(path, content);
      broken = findBrokenBorders(await readGraph(root));
    });

    test.each(faults)('reports a violation of $rule in $from', ({ rule, from }) => {
      expect(broken.filter((line) => line.startsWith(`${rule}: ${from} `))).toHaveLength(1);
    });

    test('reports folders with too many files, except folders without a limit', () => {
      for (let at = 1; at <= 36; at += 1) {
        write(`apps/api/migrations/${at}.sql`, '');
        write(`apps/web/src/locales/${at}.po`, '');
        write(`e2e/tasks/${at}.spec.ts`, '');
        if (at > 1) write(`e2e/views/${at}.spec.ts`, '');
      }
      expect(findFullFolders(root).map((line) => line.split('\n')[0])).toEqual([
        'full-folder: e2e/tasks holds 36 files',
      ]);
    });

    test('covers every rule with a planted violation', () => {
      expect(
        rules.map((rule) => rule.name).filter((name) => !faults.some((fault) => fault.rule === name)),
      ).toEqual([]);
    });
  });
});
