import { expect, it } from 'vitest';
import { nameLanguage } from './code-languages.ts';

it.each([
  ['csharp', 'C#'],
  ['zig', 'zig'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('labels %s as %s', (language, name) => {
  expect(nameLanguage(language)).toBe(name);
});
