import bidiModule from 'bidi-js';
import { readFont } from './pdf-fonts.ts';

// The factory is the CommonJS export itself, although its types declare it as the property `default`.
const bidi = (bidiModule as unknown as (typeof bidiModule)['default'])();

type Weight = 400 | 600;
export interface Style {
  size: number;
  weight: Weight;
  color: string;
}

/** Font subsets, in order of preference: scripts of the product's languages, then other scripts used in names. */
const SUBSETS = [
  ['inter', 'latin'],
  ['inter', 'latin-ext'],
  ['noto-sans-devanagari', 'devanagari'],
  ['noto-sans-arabic', 'arabic'],
  ['inter', 'vietnamese'],
  ['inter', 'cyrillic'],
  ['inter', 'cyrillic-ext'],
  ['inter', 'greek'],
] as const;

/** The internal font object of pdfkit, which its types do not declare. */
interface OpenFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Characters for which the font of the preceding letter is kept: spaces, joiners and marks. */
const STICKS = /\s|\p{M}|\u200c|\u200d|\u2060/u;

interface Run {
  text: string;
  font: string;
  level: number;
}

/**
 * Writes lines of text in any supported script. pdfkit shapes the letters of a run in a single font; this class selects the font of each
 * letter and orders the runs of bidirectional text (Unicode Bidirectional Algorithm).
 */
export class Pen {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts = new Map<string, OpenFont>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** @returns the width of the text in points */
  measure(text: string, style: Style): number {
    let width = 0;
    for (const run of this.#orderRuns(text, style.weight)) width += this.#measureRun(run, style);
    return width;
  }

  /** Writes a line on the baseline `y` that starts at `x` or, with `align: 'end'`, ends at `x`. */
  write(text: string, x: number, y: number, style: Style, align: 'start' | 'end' = 'start'): void {
    let at = align === 'start' ? x : x - this.measure(text, style);
    for (const run of this.#orderRuns(text, style.weight)) {
      this.#doc
        .font(run.font)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(run.text, at, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: featuresOf(run.text),
        });
      at += this.#measureRun(run, style);
    }
  }

  /** Wraps text at `width`; a word that is wider is broken. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/u).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.measure(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const letter of word) {
        if (line !== '' && this.measure(line + letter, style) > width) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  #measureRun({ text, font }: Run, { size }: Style): number {
    return this.#doc
      .font(font)
      .fontSize(size)
      .widthOfString(text, { features: featuresOf(text) });
  }

  /** Splits text into runs in visual order, from left to right. */
  #orderRuns(text: string, weight: Weight): Run[] {
    const { levels } = bidi.getEmbeddingLevels(text, 'auto');
    const runs: Run[] = [];
    let index = 0;
    for (const letter of text) {
      const level = levels[index] ?? 0;
      index += letter.length;
      const last = runs.at(-1);
      const font = this.#pickFont(letter, weight, last?.font);
      const isRightToLeft = level % 2 === 1;
      const shown = isRightToLeft ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
      if (last === undefined || last.font !== font || last.level !== level) {
        runs.push({ text: shown, font, level });
      } else {
        // Shaping with the Arabic font already reverses the letters.
        last.text = isRightToLeft && !font.includes('arabic') ? shown + last.text : last.text + shown;
      }
    }
    return reorder(runs);
  }

  #pickFont(letter: string, weight: Weight, before: string | undefined): string {
    const has = (font: string) => this.#open(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
    if (before !== undefined && STICKS.test(letter) && has(before)) return before;
    const fonts = SUBSETS.map(
      ([family, subset]) => `${family}/files/${family}-${subset}-${weight}-normal.woff`,
    );
    return fonts.find(has) ?? fonts[0] ?? '';
  }

  #open(font: string): OpenFont {
    const open = this.#fonts.get(font);
    if (open !== undefined) return open;
    this.#doc.registerFont(font, readFont(font));
    const opened = (this.#doc.font(font) as unknown as { _font: { font: OpenFont } })._font.font;
    this.#fonts.set(font, opened);
    return opened;
  }
}

/**
 * Amounts use tabular figures for alignment. Other text gets an empty list, because pdfkit splits Arabic text into words if no list is
 * passed.
 */
function featuresOf(text: string): PDFKit.Mixins.OpenTypeFeatures[] {
  return /^[\d.,\s]+$/.test(text) ? ['tnum'] : [];
}

/** Rule L2 of the bidirectional algorithm: from the highest level down to 1, reverses each sequence of runs at that level or above. */
function reorder(runs: Run[]): Run[] {
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  let order = runs;
  for (let level = deepest; level > 0; level -= 1) {
    const turned: Run[] = [];
    let stretch: Run[] = [];
    for (const run of order) {
      if (run.level >= level) {
        stretch.unshift(run);
        continue;
      }
      turned.push(...stretch, run);
      stretch = [];
    }
    order = [...turned, ...stretch];
  }
  return order;
}
