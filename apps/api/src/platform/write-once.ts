import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the content of a file. If the file is missing, first writes `text` to it, readable only by its owner. Concurrent processes all
 * return the same content. The file appears atomically, except on file systems without hard links, where it is copied.
 */
export function writeOnce(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') copyOnce(draft, file);
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/** Copies the draft, for file systems without hard links. */
function copyOnce(draft: string, file: string): void {
  try {
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
