import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph } from './graph.ts';

const DECLARED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
const UNPACKED = /^export const \{([^}]*)\}/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const IMPORTED = /^(?:import|export) (?:type )?([\w$]+(?=,))?[\s,]*\{([^}]*)\} from '([^']+)'/gm;
/** Imports that give the whole module a name, or bring it later: which of its names are taken stands in the code after them. */
const WHOLE = /(?:\bimport\(|\* as \w+ from |^export \* from )\s*'([^']+)'/gm;

/** Files whose names are taken by a path that no import spells. */
const TAKEN_BY_PATH = new Set([
  // By the build and the web server.
  'apps/web/src/features/landing/index.ts',
  'apps/web/src/features/public-links/render-share.tsx',
  // By Lingui, in the place of its own.
  'apps/web/src/ui/format/trans.tsx',
]);

/** Every name that a file exports and no other file imports, as a line for people. */
export function findDeadExports(root: string, graph: Graph): string[] {
  const targets = new Map(graph.edges.map(({ from, spelling, to }) => [`${from} ${spelling}`, to]));
  const texts = new Map(graph.files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const used = new Set<string>();
  const readers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, , names = '', spelling = ''] of text.matchAll(IMPORTED)) {
      const to = targets.get(`${file} ${spelling}`);
      for (const { inside } of readNames(names)) used.add(`${to} ${inside}`);
    }
    for (const [, spelling = ''] of text.matchAll(WHOLE)) {
      const to = targets.get(`${file} ${spelling}`);
      if (to) readers.set(to, [...(readers.get(to) ?? []), text]);
    }
  }
  return [...texts].flatMap(([file, text]) =>
    readExports(text)
      .filter((name) => !used.has(`${file} ${name}`) && !isTakenByPath(file))
      .filter((name) => !readers.get(file)?.some((reader) => new RegExp(`\\b${name}\\b`).test(reader)))
      .map(
        (name) =>
          `dead-export: ${file} → ${name}\n    No other file imports it: delete it, or take its export off.`,
      ),
  );
}

function isTakenByPath(file: string): boolean {
  return TAKEN_BY_PATH.has(file) || file.endsWith('.preview.tsx');
}

function readExports(text: string): string[] {
  return [
    ...Array.from(text.matchAll(DECLARED), ([, name = '']) => name),
    ...Array.from(text.matchAll(UNPACKED)).flatMap(([, names = '']) =>
      names.split(',').flatMap((one) => one.split(':').at(-1)?.trim() || []),
    ),
    ...Array.from(text.matchAll(LISTED)).flatMap(([, names = '']) =>
      readNames(names).map((one) => one.outside),
    ),
  ].filter((name) => name !== 'default');
}

/** The names between braces: `a, type B, c as d`. */
function readNames(list: string): { inside: string; outside: string }[] {
  return list
    .replaceAll(/\/\/.*$/gm, '')
    .split(',')
    .flatMap((one) => {
      const [inside = '', outside = inside] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return inside ? [{ inside, outside }] : [];
    });
}
