import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Maximum number of files per folder, tests included. Larger folders are hard to read and must be split into subfolders by topic. */
const MAX_FILES = 35;
const HOMES = ['packages', 'apps', 'tools', 'e2e', 'docs'];
/** Folders without a limit because they contain only files of one type, such as migrations. */
const LISTS = new Set(['migrations', 'locales']);
const NOT_OURS = new Set(['node_modules', 'dist', 'data']);

/** Describes each folder with too many files. Paths are relative to `root`. */
export function findFullFolders(root: string): string[] {
  return HOMES.filter((home) => existsSync(join(root, home))).flatMap((home) => findFullIn(root, home));
}

function findFullIn(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  const found = entries
    .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
    .flatMap((entry) => findFullIn(root, `${folder}/${entry.name}`));
  if (files <= MAX_FILES || LISTS.has(basename(folder))) return found;
  return [
    `full-folder: ${folder} holds ${files} files\n    A folder holds ${MAX_FILES} files at most: give it rooms by subject (tools/borders/rooms.ts).`,
    ...found,
  ];
}
