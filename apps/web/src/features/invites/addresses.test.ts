import { expect, it } from 'vitest';
import { readAddresses } from './addresses.ts';

it.each([
  ['', [], []],
  ['ada@example.com', ['ada@example.com'], []],
  ['ada@example.com, bob@example.com;cy@example.com\n\ndi@example.com', 4, []],
  ['ada@example.com bob@example.com', ['ada@example.com', 'bob@example.com'], []],
  [
    'Ada Berg <ada@example.com>, "Roe, Bob" <bob@example.com>',
    ['ada@example.com', 'bob@example.com'],
    ['"Roe'],
  ],
  ['ADA@example.com, ada@Example.com', ['ADA@example.com'], []],
  ['mailto:ada@example.com', ['ada@example.com'], []],
  ['ada@example, @example.com, ada', [], ['ada@example', '@example.com', 'ada']],
])('splits %j into addresses and invalid parts', (text, addresses, faults) => {
  const read = readAddresses(text);
  if (typeof addresses === 'number') expect(read.addresses).toHaveLength(addresses);
  else expect(read.addresses).toEqual(addresses);
  expect(read.faults).toEqual(faults);
});
