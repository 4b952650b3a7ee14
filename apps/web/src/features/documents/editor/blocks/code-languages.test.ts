import { common, createLowlight } from 'lowlight';
import { expect, it } from 'vitest';
import { findLanguage, LANGUAGES, nameLanguage } from './code-languages.ts';

it.each([
  ['csharp', 'C#'],
  ['py', 'Python'],
  ['PY', 'Python'],
  ['C++', 'C++'],
  ['zig', 'zig'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('labels %s as %s', (language, name) => {
  expect(nameLanguage(language)).toBe(name);
});

it('finds the language of each alias of the highlighter', () => {
  const aliases: [alias: string, id: string][] = [];
  const grammars = Object.entries(common).map(([id, grammar]): [string, typeof grammar] => [
    id,
    (highlighter) => {
      const language = grammar(highlighter);
      aliases.push(...(language.aliases ?? []).map((alias): [string, string] => [alias, id]));
      return language;
    },
  ]);
  createLowlight(Object.fromEntries(grammars));
  const named = aliases.filter(([, id]) => Object.hasOwn(LANGUAGES, id));
  expect(named.length).toBeGreaterThan(60);
  expect(named.map(([alias]) => [alias, findLanguage(alias)])).toEqual(named);
});
