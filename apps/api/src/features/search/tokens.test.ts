import { expect, it } from 'vitest';
import { listCompoundEnds } from './compounds.ts';
import { tokenize } from './tokens.ts';

/** Texts and their words with positions. `|` precedes an alternative spelling, `!` the form with signs. */
const TEXTS: [text: string, words: string][] = [
  ['Fahr\u00adrad\u00adweg', 'fahrradweg 0-12'],
  ['\u200bfoo\u200b bar\ufeff', 'foo 0-5, bar 6-10'],
  ['\u200b\u2060', ''],
  ['رف\u200cته', 'رفته|رف|ته 0-5'],
  ['회의록', '회의 0-2, 의록 1-3, 록 2-3'],
  ['회의'.normalize('NFD'), '회의 0-4, 의 2-4'],
  ['ガイ'.normalize('NFD'), 'ガイ 0-3, イ 2-3'],
  ['C++, C#', 'c!c++ 0-3, c!c# 5-7'],
  ['a#b', 'a 0-1, b 2-3'],
  ['use .NET.', 'use 0-3, net!.net 4-8'],
  ['end...but', 'end 0-3, but 6-9'],
  ['会C++', '会 0-1, c!c++ 1-4'],
  ['R&D', 'r 0-1, d 2-3, r&d 0-3'],
  ['R & D', 'r 0-1, d 4-5, r&d 0-5'],
  ['Follow up', 'follow 0-6, up 7-9, followup 0-9'],
  ['log in the log', 'log 0-3, in 4-6, login 0-6, the 7-10, log 11-14'],
  ['Plan in May', 'plan 0-4, in 5-7, may 8-11'],
  ['+49 170 1234567', '49 1-3, 170 4-7, 1234567 8-15, 491701234567 0-15, 1701234567 0-15, 1234567 0-15'],
  ['(0170) 123-4567', '0170 1-5, 123 7-10, 4567 11-15, 1701234567 1-15, 1234567 1-15'],
  ['+493012345', '493012345 1-10, 493012345 0-10, 93012345 0-10, 3012345 0-10'],
  ['10 20 30', '10 0-2, 20 3-5, 30 6-8'],
  ['salt&vinegar', 'salt 0-4, vinegar 5-12'],
  ['e-mail', 'e 0-1, mail 2-6, email 0-6'],
  ['a-b-c', 'a 0-1, b 2-3, c 4-5, ab 0-3, bc 2-5, abc 0-5'],
  ['2026-11-28', '2026 0-4, 11 5-7, 28 8-10'],
  ['v2.10', 'v2 0-2, 10 3-5, 2.10 0-5'],
  ['O’Brien', 'o 0-1, brien 2-7, obrien 0-7'],
  ['l’eau', 'l 0-1, eau 2-5'],
  ['node.js', 'node 0-4, js 5-7, nodejs 0-7'],
  ['CI/CD', 'ci 0-2, cd 3-5, cicd 0-5'],
  ['either/or', 'either 0-6, or 7-9'],
  ['don’t', 'don 0-3, t 4-5, dont 0-5'],
  ['done.Next', 'done 0-4, next 5-9'],
  ['Möbel', 'mobel|moebel 0-5'],
  ['Mo\u0308bel', 'mobel|moebel 0-6'],
  ['hi 👩🏽‍💻❤️🇩🇪', 'hi 0-2, 👩‍💻 3-10, ❤ 10-12, 🇩🇪 12-16'],
];

it.each(TEXTS)('tokenizes %s', (text, words) => {
  const cut = [...tokenize(text)].map(
    ({ folded, also, signed, start, end }) =>
      `${[folded, ...also].join('|')}${signed === null ? '' : `!${signed}`} ${start}-${end}`,
  );
  expect(cut.join(', ')).toBe(words);
});

/** Compounds, with `|` before the component that is found. */
const COMPOUNDS =
  'ausgangs|rechnung vollkorn|brot bäckereifach|verkäuferin haus|arzt urlaubs|anspruch reise|antrag zahnarzt|termin kwartaal|rapport ' +
  'markt|platz herbst|ferien luftfahrt|industrie punkt|zahl text|baustein büro|artikel helm|pflicht obst|salat stadt|plan ' +
  'erfolgs|quote bau|plan fuß|ball finanz|amt bahn|hof polizei|einsatz party|abend bau|unternehmen auto|unfall dienst|wagen ' +
  'online|shop projekt|cloud wunsch|liste schutz|impfung taxi|unternehmen jagd|schein zukunfts|plan skript|sprache pferde|pfleger ' +
  'design|büro kiosk|besitzer berufs|psychologe bedrijfs|wagen hoofd|kantoor lunch|pauze tijd|schema prijs|lijst fiets|pad ' +
  'contract|termijn kwaliteits|eisen markt|kwartier werk|dag partij|avond nieuw|bouw vergader|zaal goederen|trein';

it.each(COMPOUNDS.split(' '))('finds the last component of %s', (marked) => {
  expect(listCompoundEnds(marked.replace('|', ''), true)).toContain(marked.split('|')[1]);
});

it('finds no compound suffix in short words, where no syllable can begin, or that is a mere ending', () => {
  expect(listCompoundEnds('montag', true)).toEqual([]);
  expect(listCompoundEnds('booking', false)).toEqual([]);
  expect(listCompoundEnds('ausgangsrechnung', true)).not.toContain('echnung');
  const suffixes = ['relationship', 'operation', 'development', 'happiness', 'sustainable', 'maintenance'];
  const ends = suffixes.flatMap((word) => listCompoundEnds(word, false));
  expect(ends).not.toContain('ship');
  expect(ends.filter((end) => /^(?:r?ation|ment|ness|able|ance)$/.test(end))).toEqual([]);
});
