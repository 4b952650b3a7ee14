import { mkdirSync, rmSync } from 'node:fs';
import { run } from '#setup/run.mjs';

/**
 * Copies all tracked and untracked, but not ignored, files into `folder`, with node_modules as hard links, so that a change in the copy has
 * no effect here. The folder must be in the repository, and not under node_modules, or tools would skip it.
 */
export async function copyTree(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = [
    'set -e',
    `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${folder}`,
    'for at in . apps/api apps/web packages/contracts; do',
    `  if [ -d $at/node_modules ]; then cp -al $at/node_modules ${folder}/$at/node_modules; fi`,
    'done',
    // Database templates are created again: a mutant's templates must not replace the real ones.
    `rm -rf ${folder}/node_modules/.cache`,
  ].join('\n');
  const { code, output } = await run('bash', ['-c', copy], { quiet: true });
  if (code !== 0) throw new Error(`The copy failed: ${output}`);
}
