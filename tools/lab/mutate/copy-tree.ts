import { mkdirSync, rmSync } from 'node:fs';
import { run } from '#setup/run.mjs';

/**
 * Copies all files except ignored files into `folder`. Mutating the copy leaves the original unchanged. node_modules are hard links. The
 * folder must be inside the repository but not in node_modules, because tools skip node_modules.
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
    // Drop the cached database templates. Templates created by a mutant must not replace the real ones.
    `rm -rf ${folder}/node_modules/.cache`,
  ].join('\n');
  const { code, output } = await run('bash', ['-c', copy], { quiet: true });
  if (code !== 0) throw new Error(`The copy failed: ${output}`);
}
