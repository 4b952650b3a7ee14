import { expect, test } from 'vitest';
import { readAccess, readClosing } from './refusals.ts';

test.each([
  ['NOT_FOUND', 'gone'],
  ['FORBIDDEN', 'gone'],
  ['CHANGED', 'again'],
  ['UNAVAILABLE', 'later'],
  ['', null],
])('maps close reason %j to %j', (reason, closing) => {
  expect(readClosing(reason)).toBe(closing);
});

test.each([
  ['{"type":"access","readOnly":null}', null],
  ['{"type":"access","readOnly":"reload"}', 'reload'],
  ['{"type":"access","readOnly":"from a newer server"}', 'rights'],
  ['{"type":"other"}', undefined],
  ['not JSON', undefined],
])('parses the access message %s as %j', (payload, access) => {
  expect(readAccess(payload)).toBe(access);
});
