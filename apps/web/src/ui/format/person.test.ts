import { describe, expect, it } from 'vitest';
import { makeInitials, pickPersonColor, shortenNames } from './person.ts';

describe('people without an image', () => {
  it('shows the initials of the first and last names', () => {
    expect(makeInitials('Ada King Lovelace')).toBe('AL');
    expect(makeInitials('  ada ')).toBe('A');
    expect(makeInitials('😀 Müller')).toBe('😀M');
    expect(makeInitials('   ')).toBe('?');
  });

  it('assigns stable colours that vary between people', () => {
    const ids = Array.from(
      { length: 50 },
      (_, index) => `0190f3c2-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    expect(ids.map(pickPersonColor)).toEqual(ids.map(pickPersonColor));
    expect(new Set(ids.map(pickPersonColor)).size).toBeGreaterThan(5);
  });
});

describe('shortenNames', () => {
  it.each([
    [
      ['Ana Souza', 'Ben Reed'],
      ['Ana', 'Ben'],
    ],
    [
      ['Ana Souza', 'Ana Reed'],
      ['Ana Souza', 'Ana Reed'],
    ],
    [
      ['  ada ', 'Ben'],
      ['ada', 'Ben'],
    ],
  ])('shortens %j to %j', (names, short) => {
    expect(shortenNames(names)).toEqual(short);
  });
});
