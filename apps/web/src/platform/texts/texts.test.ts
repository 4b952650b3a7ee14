import { i18n, setupI18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { beforeAll, expect, test, vi } from 'vitest';

// The build compiles English into the code that displays it (build/texts.ts), without a catalog or a parser at run time.

beforeAll(() => {
  i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

test('compiles English placeholders and plurals in place, without a catalog', () => {
  const name = 'Ada';
  expect(t`Hello ${name}`).toBe('Hello Ada');
  const describe = (count: number) => t`${plural(count, { one: '# task', other: '# tasks' })} left`;
  expect(describe(1)).toBe('1 task left');
  expect(describe(12)).toBe('12 tasks left');
});

test('translates a message defined outside a component into the active locale', () => {
  const greeting = msg`Good morning`;
  expect(i18n._(greeting)).toBe('Good morning');
  const other = setupI18n({ locale: 'hi', messages: { hi: { [greeting.id]: 'सुप्रभात' } } });
  expect(other._(greeting)).toBe('सुप्रभात');
});

test('falls back to English for a missing translation, without logging', () => {
  const warn = vi.spyOn(console, 'warn');
  const who = 'Ravi';
  const farewell = msg`See you, ${who}`;
  const other = setupI18n({ locale: 'hi', messages: { hi: {} } });
  expect(other._(farewell)).toBe('See you, Ravi');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
