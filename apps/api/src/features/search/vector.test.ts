import { expect, it } from 'vitest';
import { VectorDraft } from './vector.ts';

it('keeps vectors within the limits of a tsvector', () => {
  const draft = new VectorDraft('abcdef');
  for (let at = 0; at < 20_000; at += 1) draft.add(`${at}`.padEnd(40, 'ж'), at, 'D');
  expect(Buffer.byteLength(draft.toString())).toBeLessThan(2 ** 20);
  expect(draft.toString()).toContain("'abcdef0ж");
});
