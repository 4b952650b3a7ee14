import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

/** An import: the importing file, the specifier, and the file or package that it resolves to. */
export interface Edge {
  from: string;
  spelling: string;
  to: string;
  isPackage: boolean;
  isResolved: boolean;
  /** Whether the import is erased at compile time. */
  isTypeOnly: boolean;
  /** The import cycle back to `from` through run-time imports. Empty if there is none. */
  cycle: string[];
}

export interface Graph {
  files: string[];
  edges: Edge[];
  /** The packages listed in the package.json of each workspace. The workspace may import them. */
  declared: Map<string, Set<string>>;
}

const workspaces = ['packages/contracts', 'apps/api', 'apps/web'];
/**
 * This repository's build and data folders. The dist/ of a package in node_modules must not match because it may contain the entry file
 * that an import resolves to.
 */
const OWN_OUTPUT = ['^(?:dist|data)/', '^(?:apps|packages)/[^/]+/(?:dist|data)/'];

/** Reads the import graph of a repository laid out like this one. Paths are relative to the repository. */
export async function readGraph(root: string): Promise<Graph> {
  const result = await cruise(
    ['packages', 'apps', 'tools', 'e2e'].filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      // TypeScript 7 has no compiler API. Without swc, nothing would be parsed and no violation found.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: OWN_OUTPUT },
      validate: true,
      ruleSet: {
        forbidden: [
          {
            name: 'no-circular',
            severity: 'error',
            from: {},
            to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
          },
        ],
      },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  );
  if (typeof result.output === 'string')
    throw new Error(`dependency-cruiser returned text: ${result.output}`);
  const files = result.output.modules.filter((one) => isOwnModule(one.source));
  const edges = files.flatMap((file) =>
    file.dependencies.map((one) => ({
      from: file.source,
      spelling: one.module,
      // Workspaces in node_modules are links or copies. Map them to their source folder.
      to: one.resolved.replace(/^node_modules\/@hearth\/contracts\//, 'packages/contracts/'),
      isPackage: one.resolved.includes('node_modules/'),
      isResolved: !one.couldNotResolve,
      isTypeOnly: one.dependencyTypes.includes('type-only'),
      cycle: one.rules?.some((rule) => rule.name === 'no-circular')
        ? (one.cycle ?? []).map((step) => step.name)
        : [],
    })),
  );
  return { files: files.map((file) => file.source), edges, declared: readDeclared(root) };
}

function isOwnModule(path: string): boolean {
  return (
    /^(?:packages|apps|tools|e2e)\//.test(path) &&
    /\.(?:ts|tsx|mjs)$/.test(path) &&
    !path.includes('node_modules/')
  );
}

function readDeclared(root: string): Map<string, Set<string>> {
  const entries = workspaces.map((workspace): [string, Set<string>] => {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string> | undefined
    >;
    return [workspace, new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))];
  });
  return new Map(entries);
}
