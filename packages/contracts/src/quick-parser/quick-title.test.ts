import { expect, test } from 'vitest';
import { CONTEXT } from '#testing/quick-phrases.ts';
import { parseQuick } from './quick-parse.ts';

const NAMES = ['Zoe Keller', 'José Núñez', 'ज़ोया ख़ान', 'زينب حسن', 'خالد'];
const people = NAMES.map((name) => ({ id: name, name }));
const me = { id: CONTEXT.ownId, name: 'Ada Meyer' };

test.each([
  // A name that the sentence needs stays in the title.
  ['Lunch with @zoe tomorrow', 'Lunch with Zoe', 'Zoe Keller'],
  ['Meeting with @zoe and @jose tomorrow', 'Meeting with Zoe and José', 'Zoe Keller', 'José Núñez'],
  [
    'Tomorrow meeting with @zoe, @jose and @me',
    'meeting with Zoe, José and Ada',
    'Zoe Keller',
    'José Núñez',
    'Ada Meyer',
  ],
  ['Lunch tomorrow with @Zoe Keller', 'Lunch with Zoe Keller', 'Zoe Keller'],
  ['Gift for @keller', 'Gift for Keller', 'Zoe Keller'],
  ['Ask @zoe about the plan', 'Ask Zoe about the plan', 'Zoe Keller'],
  ['@zoe and I call the bank', 'Zoe and I call the bank', 'Zoe Keller'],
  ['Lunch with @nobody and @zoe', 'Lunch with @nobody and Zoe', 'Zoe Keller'],
  ['Fix header with @zoe #web !high', 'Fix header with Zoe', 'Zoe Keller', 'Website', 'high'],
  ['Add the header to #web', 'Add the header to Website', 'Website'],
  ['Fix the header in #web', 'Fix the header in Website', 'Website'],
  ['Mittagessen mit @zoe und @jose', 'Mittagessen mit Zoe und José', 'Zoe Keller', 'José Núñez'],
  ['Geschenk für @zoe', 'Geschenk für Zoe', 'Zoe Keller'],
  ['Déjeuner avec @zoe et @jose', 'Déjeuner avec Zoe et José', 'Zoe Keller', 'José Núñez'],
  ['Demander à @zoe', 'Demander à Zoe', 'Zoe Keller'],
  ['Comida con @zoe y @jose', 'Comida con Zoe y José', 'Zoe Keller', 'José Núñez'],
  ['Regalo para @zoe', 'Regalo para Zoe', 'Zoe Keller'],
  ['اجتماع مع @زينب و @خالد', 'اجتماع مع زينب و خالد', 'زينب حسن', 'خالد'],
  ['اجتماع مع @زينب و@خالد', 'اجتماع مع زينب وخالد', 'زينب حسن', 'خالد'],
  ['هدية ل@زينب', 'هدية لزينب', 'زينب حسن'],
  ['@ज़ोया के साथ बैठक कल', 'ज़ोया के साथ बैठक', 'ज़ोया ख़ान'],
  ['@ज़ोया और @zoe के साथ बैठक', 'ज़ोया और Zoe के साथ बैठक', 'ज़ोया ख़ान', 'Zoe Keller'],
  ['@ज़ोया को फ़ोन करना', 'ज़ोया को फ़ोन करना', 'ज़ोया ख़ान'],
  // Names at either end only assign the task, and the words that joined them go with them.
  ['Meeting @zoe and @jose tomorrow', 'Meeting', 'Zoe Keller', 'José Núñez'],
  ['Réunion @zoe et @jose', 'Réunion', 'Zoe Keller', 'José Núñez'],
  ['बैठक @ज़ोया और @zoe', 'बैठक', 'ज़ोया ख़ान', 'Zoe Keller'],
  ['اجتماع @زينب و@خالد', 'اجتماع', 'زينب حسن', 'خالد'],
  ['@zoe: call the bank', 'call the bank', 'Zoe Keller'],
  ['@zoe, @jose: call', 'call', 'Zoe Keller', 'José Núñez'],
  ['@zoe and @jose: call the bank', 'call the bank', 'Zoe Keller', 'José Núñez'],
  ['@زينب، @خالد: اتصال', 'اتصال', 'زينب حسن', 'خالد'],
  ['call the bank (@zoe)', 'call the bank', 'Zoe Keller'],
  ['call the bank (@zoe, @jose)', 'call the bank', 'Zoe Keller', 'José Núñez'],
  ['call the bank: @zoe', 'call the bank', 'Zoe Keller'],
  ['call the bank – @zoe', 'call the bank', 'Zoe Keller'],
  ['Lunch with @zoe @me', 'Lunch with Zoe', 'Zoe Keller', 'Ada Meyer'],
  ['Check in @zoe', 'Check in', 'Zoe Keller'],
  ['Vitamin A @zoe', 'Vitamin A', 'Zoe Keller'],
  ['Gym @me then shopping', 'Gym then shopping', 'Ada Meyer'],
  ['Fix header +bug and +design', 'Fix header', 'Bug', 'design'],
])('leaves a readable title: %s', (text, title, ...names) => {
  const reading = parseQuick(text, { ...CONTEXT, people: [...people, me] });
  const found = reading.tokens.flatMap(({ values: [value] }) => {
    if (value?.kind === 'priority') return [value.priority];
    return value !== undefined && 'name' in value ? [value.name] : [];
  });
  expect([reading.title, ...found]).toEqual([title, ...names]);
});

test('keeps the typed name while it is ambiguous', () => {
  const several = ['Ann Arbor', 'Bob Annis'].map((name) => ({ id: name, name }));
  const { title } = parseQuick('Lunch with @an', { ...CONTEXT, people: several });
  expect(title).toBe('Lunch with an');
});
