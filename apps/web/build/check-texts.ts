import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { findCatalogFaults, type CatalogMessage } from './catalog-faults.ts';
import { findLooseTexts } from './loose-texts.ts';
import { findPhysicalStyleObjects, findPhysicalStyles } from './physical-styles.ts';

// Checks that every message goes through a macro, that every catalog is complete, and that styles use no physical directions (left, right).

const root = fileURLToPath(new URL('..', import.meta.url));
const faults: string[] = [];
const isShipped = (file: string) =>
  !/\.test\.tsx?$|\.preview\.tsx$|dev-ui|src[\\/](?:testing|locales)[\\/]/.test(file);
const list = (pattern: string) => globSync(pattern, { cwd: root }).filter(isShipped).toSorted();
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const sources = list('src/**/*.{ts,tsx}');
for (const file of sources) {
  const source = read(file);
  for (const { line, text } of findLooseTexts(file, source)) {
    faults.push(`${file}:${line} not for translators: ${text}`);
  }
  for (const { line, text } of findPhysicalStyleObjects(file, source)) {
    faults.push(`${file}:${line} names a side: ${text}`);
  }
}
const sheets = list('src/**/*.css');
for (const file of sheets) {
  for (const { line, text } of findPhysicalStyles(file, read(file))) {
    faults.push(`${file}:${line} names a side: ${text}`);
  }
}
if (sources.length === 0 || sheets.length === 0) throw new Error('No file was read, so nothing was checked.');

let messageCount = 0;
const config = getConfig({ configPath: `${root}/lingui.config.ts` });
for (const catalog of await getCatalogs(config)) {
  const found = await catalog.collect();
  if (found === undefined) throw new Error('The sources could not be read.');
  const wanted = new Map(Object.entries(found).map(([id, { message }]) => [id, message ?? id]));
  messageCount += wanted.size;
  for (const locale of config.locales) {
    const shipped = Object.entries((await catalog.read(locale)) ?? {}).filter(
      ([, { obsolete }]) => obsolete !== true,
    );
    const messages = new Map(
      shipped.map(([id, { message, translation = '' }]): [string, CatalogMessage] => [
        id,
        { message: message ?? id, translation },
      ]),
    );
    faults.push(...findCatalogFaults(locale, wanted, messages));
  }
}

for (const fault of faults) console.error(fault);
if (faults.some((fault) => fault.includes('catalog') || fault.includes('sources'))) {
  console.error('\n`npm run texts` brings the catalogs in step with the sources.');
}
console.log(
  `${messageCount} texts in ${sources.length} files, ${sheets.length} style sheets, ${faults.length} faults`,
);
if (faults.length > 0) process.exitCode = 1;
