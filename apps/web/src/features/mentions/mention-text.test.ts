import { describe, expect, it } from 'vitest';
import { findByName, findTyped, toStoredText, toDisplayText } from './mention-text.ts';

const id = (n: number): string => `01920000-0000-7000-8000-00000000000${n}`;
const ANN = { id: id(1), name: 'Ann' };
const ANN_LEE = { id: id(2), name: 'Ann Lee' };
const OTHER_ANN = { id: id(3), name: 'Ann' };
const ASHA = { id: id(4), name: 'आशा राव' };
const PEOPLE = [ANN, ANN_LEE, OTHER_ANN, ASHA];
const nobody = new Set<string>();

describe('text with mentions', () => {
  it('stores ids and displays current names', () => {
    const stored = toStoredText('@Ann Lee, @आशा राव: see ann@ann.example and @Nobody', PEOPLE, nobody);
    expect(stored).toBe(`<@${id(2)}>, <@${id(4)}>: see ann@ann.example and @Nobody`);
    expect(toDisplayText(stored, [{ id: id(2), name: 'Ann Moss' }])).toBe(
      `@Ann Moss, <@${id(4)}>: see ann@ann.example and @Nobody`,
    );
  });

  it('matches the longest name, ignores case and skips parts of longer words', () => {
    expect(toStoredText('@ann lee @Annabel @Ann', [ANN, ANN_LEE], nobody)).toBe(
      `<@${id(2)}> @Annabel <@${id(1)}>`,
    );
  });

  it('keeps the chosen person if several people have the same name', () => {
    expect(toStoredText('@Ann', PEOPLE, new Set([id(3)]))).toBe(`<@${id(3)}>`);
  });

  it('round-trips text with mentions unchanged', () => {
    const stored = `Hello <@${id(4)}>!`;
    expect(toStoredText(toDisplayText(stored, PEOPLE), PEOPLE, nobody)).toBe(stored);
  });
});

describe('mention query', () => {
  it.each([
    ['@', 1, { from: 0, typed: '' }],
    ['Hello @an', 9, { from: 6, typed: 'an' }],
    ['Hello @ann l', 12, { from: 6, typed: 'ann l' }],
    ['me@ann', 6, null],
    ['@ann\nmore', 9, null],
    ['@ x', 3, null],
    ['no one', 6, null],
    [`@${'a'.repeat(60)}`, 61, null],
  ])('parses the mention query in %j', (text, caret, found) => {
    expect(findTyped(text, caret)).toEqual(found);
  });

  it('matches people by any word of their name', () => {
    expect(findByName(PEOPLE, 'lee', 5)).toEqual([ANN_LEE]);
    expect(findByName(PEOPLE, 'AN', 2)).toEqual([ANN, ANN_LEE]);
    expect(findByName(PEOPLE, 'राव', 5)).toEqual([ASHA]);
  });

  it('matches people without accents', () => {
    const [jose, lukasz] = [
      { id: id(5), name: 'José Núñez' },
      { id: id(6), name: 'Łukasz Żak' },
    ];
    expect(findByName([ANN, jose, lukasz], 'jose', 5)).toEqual([jose]);
    expect(findByName([ANN, jose, lukasz], 'nuñ', 5)).toEqual([jose]);
    expect(findByName([ANN, jose, lukasz], 'zak', 5)).toEqual([lukasz]);
  });
});
