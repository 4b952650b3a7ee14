import * as fc from 'fast-check';

/** Delimiters, tags and other syntax of Markdown. */
const SIGNS = [
  ...String.raw`| \ \| ${'`'} ${'``'} ${'```'} * ** _ __ ~ ~~ [ ] ( ) < > ! # - + = : . & " ' / @ ^ $ { } --- === 1. 1)`.split(
    ' ',
  ),
  ...'&amp; &#32; <br> <u> </u> <b> <details> </details> <summary> <!--> [x] [!NOTE] ![ ]( [^1] WEB-12 :-:'.split(
    ' ',
  ),
  ...'https://a.example www.a.example ada@a.example'.split(' '),
  ...'12. ·- ·> ·[ ]·[a]: b'.split('·'),
];

/** Syntax, spaces, or text in various scripts. */
export const piece = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]{1,5}$/) },
  { weight: 4, arbitrary: fc.constantFrom(...SIGNS) },
  { weight: 3, arbitrary: fc.constantFrom(' ', '  ', '\t', '\u00a0', '\u3000', '\u200b', '\u2028') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...'漢字 かな 。 한국 العربية עברית हिन्दी 👩🏽‍💻 é \uFEFF'.split(' ')),
  },
);

/** Starts of lines. */
const STARTS = [
  '·- ·* ·  - ·    ·\t·1. ·3) ·> ·> > ·>·# ·#### ·- [ ] ·- [x] ·+ [ ]·| a | b |·| - | :-: |·|-·```·```ts·~~~',
  '---·===·***·> [!NOTE]·> [!tip]\n> ·[^1]: ·[a]: ·<details>·<details open><summary>·</summary>·</details>·<div>',
  '<summary>x</summary>·![p](attachment:)·[@x](person:1)·[t](task:WEB-1) ·`` ·**a · \\·  ',
  '[f](attachment:01920000-0000-7000-8000-0000000000f1) ',
].flatMap((signs) => signs.split('·'));
const line = fc
  .tuple(fc.array(fc.constantFrom(...STARTS), { maxLength: 3 }), fc.array(piece, { maxLength: 6 }))
  .map((parts) => parts.flat().join(''));

/** Markdown as written by users and programs, valid or not. */
export const markdownTexts: fc.Arbitrary<string> = fc
  .array(line, { maxLength: 12 })
  .map((lines) => lines.join('\n'));
