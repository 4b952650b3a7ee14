import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseSync, traverse } from '@babel/core';
import { ROUTES } from '@hearth/contracts/routes';
import { describeApi } from '#api/platform/http/openapi.ts';
import { productEnvironment, root } from '#setup/run.mjs';

// Whether a text can be made on which one of our regular expressions takes for ever: npm run lab -- regexes
// The analyser is fetched when it is first asked for, so that nobody else waits for it.

const ANALYSER = 'recheck@4.5.0';
const LIMIT_MS = 20_000;

/** What runs on the server, in the browser and at the border: not what only builds and checks them. */
const SOURCES = [
  'apps/api/src/**/*.ts',
  'apps/web/{src,server,service-worker}/**/*.{ts,tsx}',
  'packages/*/src/**/*.ts',
];
const NOT_SHIPPED = /\.test\.tsx?$|\.preview\.tsx$|\/testing\//;

/** Found to be slow on some text, and never given one that anybody else wrote. */
const OURS_ALONE: Record<string, string> = {
  [String(/\bdrop\b[^;]*\bcascade\b/)]: 'reads our own migrations',
  [String(/\/\*[\s\S]*?\*\//g)]: 'reads our own migrations',
  [String(/<style>(.*?)<\/style>/s)]: 'reads the pages that the build made',
};

interface Verdict {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { summary: string };
  attack?: { pattern: string };
}
type Check = (source: string, flags: string, options: { timeout: number }) => Promise<Verdict>;

function loadAnalyser(): Check {
  const folder = join(root, 'node_modules', '.cache', 'hearth', ANALYSER.replace('@', '-'));
  if (!existsSync(join(folder, 'node_modules', 'recheck'))) {
    // Without its two faster engines, which are ten times its size.
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      ANALYSER,
    ];
    execFileSync('npm', args, { env: productEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const { check } = createRequire(join(folder, 'package.json'))('recheck') as { check: Check };
  return check;
}

/** Expression → where it stands. */
function findExpressions(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const note = (source: string, flags: string, where: string): void => {
    const text = `/${source}/${flags}`;
    found.set(text, [...(found.get(text) ?? []), where]);
  };
  for (const file of globSync(SOURCES, { cwd: root }).filter((name) => !NOT_SHIPPED.test(name))) {
    const parsed = parseSync(readFileSync(join(root, file), 'utf8'), {
      babelrc: false,
      configFile: false,
      filename: file,
      parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    });
    if (parsed === null) throw new Error(`${file} could not be read.`);
    traverse(parsed, {
      RegExpLiteral: ({ node }) => note(node.pattern, node.flags, `${file}:${node.loc?.start.line}`),
    });
  }
  // The schema library's own: for mail addresses, ids and days.
  JSON.stringify(describeApi(ROUTES, ''), (name, value: unknown) => {
    if (name === 'pattern' && typeof value === 'string') note(value, 'u', 'OpenAPI');
    return value;
  });
  return found;
}

process.env['RECHECK_BACKEND'] = 'pure';
const check = loadAnalyser();
const expressions = findExpressions();
let slow = 0;
for (const [expression, places] of expressions) {
  const end = expression.lastIndexOf('/');
  const verdict = await check(expression.slice(1, end), expression.slice(end + 1), { timeout: LIMIT_MS });
  if (verdict.status === 'safe') continue;
  const reason = OURS_ALONE[expression];
  const isExcused = reason !== undefined;
  if (!isExcused) slow += 1;
  const why = isExcused ? `: ${reason}` : ` with ${verdict.attack?.pattern ?? 'no example'}`;
  console.log(
    `${isExcused ? 'ours ' : 'SLOW '} ${verdict.complexity?.summary ?? verdict.status} ${expression} ${places.join(' ')}${why}`,
  );
}
console.log(`${expressions.size} expressions, ${slow} that somebody else’s text can slow down`);
process.exitCode = slow === 0 ? 0 : 1;
