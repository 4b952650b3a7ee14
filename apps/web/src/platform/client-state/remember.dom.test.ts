// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { noteOpenedDocument } from './recent-documents.ts';
import { noteRecent } from './recents.ts';
import { remember } from './remember.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['a setting', () => remember('key', 'value')],
  ['an opened document', () => noteOpenedDocument('d')],
  ['a command', () => noteRecent('c')],
])('does not fail to note %s if storage is full', (_what, note) => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(note).not.toThrow();
});
