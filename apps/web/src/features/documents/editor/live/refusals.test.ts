import { expect, test } from 'vitest';
import { readAccess, readClosing } from './refusals.ts';

test.each([
  ['NOT_FOUND', 'gone'],
  ['FORBIDDEN', 'gone'],
  ['CHANGED', 'again'],
  ['UNAVAILABLE', 'later'],
  ['', null],
])('a document that is closed with %j is %j', (reason, closing) => {
  expect(readClosing(reason)).toBe(closing);
});

test.each([
  ['{"type":"access","readOnly":null}', null],
  ['{"type":"access","readOnly":"reload"}', 'reload'],
  ['{"type":"access","readOnly":"of later"}', 'rights'],
  ['{"type":"other"}', undefined],
  ['no JSON', undefined],
])('%s says %j', (payload, access) => {
  expect(readAccess(payload)).toBe(access);
});
