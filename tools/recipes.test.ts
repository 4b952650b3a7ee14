import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const features = new URL('../apps/web/src/features/', import.meta.url);
const recipes = readdirSync(features).flatMap((feature) =>
  readdirSync(new URL(`${feature}/`, features), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(`${feature}/${file}`, features), 'utf8');
      return [...text.matchAll(/defineRecipe\(\s*'([^']+)'/gu)].map(([, name]) => ({ feature, file, name }));
    }),
);

/** Whether `list` imports the file by a relative path or from a feature folder. */
function isImported(list: string, feature: string, file: string): boolean {
  return [`./${file}`, `#features/${feature}/${file}`].some((name) => list.includes(`import '${name}'`));
}

it('imports every recipe file in the recipes.ts of its feature', () => {
  expect(recipes.length).toBeGreaterThan(10);
  const lost = recipes.filter(
    ({ feature, file }) =>
      !isImported(readFileSync(new URL(`${feature}/recipes.ts`, features), 'utf8'), feature, file) ||
      !readFileSync(new URL(`${feature}/lazy-parts.ts`, features), 'utf8').includes("import('./recipes.ts')"),
  );
  expect(lost).toEqual([]);
});

it('uses each recipe name only once', () => {
  const names = recipes.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
