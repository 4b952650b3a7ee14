/** A `tsvector` weight: A for titles, B for headings, D for other text, C for components of compounds. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** Limits of `tsvector`: positions beyond the last one are clamped to it. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 60;
const MAX_LEXEMES = 20_000;
/** Maximum size of a vector, below PostgreSQL's limit of 1 MB. */
const MAX_BYTES = 900_000;
const PLACE_BYTES = 2;
/** Overhead per lexeme: the position count and alignment. */
const LEXEME_BYTES = 3;

export const MARK_LENGTH = 6;

/** Returns the lexeme prefix of a team. Teams may share a prefix: it only separates posting lists and does not control access. */
export function markOf(teamId: string): string {
  return teamId.replaceAll('-', '').slice(-MARK_LENGTH);
}

/** Returns the lexeme of a word as the last component of a compound. No word contains the sign. */
export function partOf(lexeme: string): string {
  return `~${lexeme}`;
}

/** Builds a `tsvector` in text form. */
export class VectorDraft {
  readonly #positions = new Map<string, { position: number; weight: Weight }[]>();
  readonly #mark: string;
  #bytes = 0;

  constructor(mark: string) {
    this.#mark = mark;
  }

  add(lexeme: string, position: number, weight: Weight): void {
    const positions = this.#positions.get(lexeme);
    const at = { position: Math.min(position, LAST_POSITION), weight };
    if (this.#bytes > MAX_BYTES) return;
    if (positions === undefined) {
      if (this.#positions.size >= MAX_LEXEMES) return;
      this.#positions.set(lexeme, [at]);
      this.#bytes += Buffer.byteLength(lexeme) + MARK_LENGTH + LEXEME_BYTES + PLACE_BYTES;
    } else if (positions.length < MAX_POSITIONS) {
      positions.push(at);
      this.#bytes += PLACE_BYTES;
    }
  }

  toString(): string {
    const parts: string[] = [];
    for (const [lexeme, positions] of this.#positions) {
      parts.push(
        `${quoteLexeme(this.#mark + lexeme)}:${positions.map(({ position, weight }) => `${position}${weight}`).join(',')}`,
      );
    }
    return parts.join(' ');
  }
}

export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;
}
