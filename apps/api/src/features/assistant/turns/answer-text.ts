import type { Citation } from '@hearth/contracts/assistant/assistant';
import type { Source } from '#features/assistant/tools/tool.ts';

/** Maximum length of an unclosed bracket. A longer bracket is neither a link nor a handle. */
const MAX_HELD = 2_000;
/** Matches `[WEB-12]`, `[DOC-3#2]`, and several handles separated by commas. */
const HANDLES =
  /[ \t]*\[((?:[A-Z][A-Z0-9_]{0,19}-\d{1,9}(?:#[\w-]{1,60})?)(?:\s*[,;]\s*[A-Z][A-Z0-9_]{0,19}-\d{1,9}(?:#[\w-]{1,60})?)*)\](?!\()/g;
const IMAGE = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g;
const LINK = /\[([^\]]*)\]\(\s*<?([^)\s>]*)[^)]*\)/g;
const FOOTNOTE = /[ \t]*\[\^[^\]]*\]:?/g;
const ADDRESS = /<?\b[a-z][a-z0-9+.-]*:\/\/[^\s<>)\]]*>?|(?<![:\w/])\/\/\w[\w-]*\.[^\s<>)\]]*/gi;
/** Text is processed in slices of this length because the patterns have quadratic worst-case complexity. */
const SLICE = 1_000;

/**
 * Sanitizes a model's text for display, regardless of how it is split into chunks. Handles of this turn's sources become `[^n]`, and
 * invented handles are removed. Images are removed. Only links into the product are kept as links.
 */
export class AnswerText {
  readonly #sources: () => ReadonlyMap<string, Source>;
  readonly #isOwn: (address: string) => boolean;
  readonly #cited = new Map<string, number>();
  readonly citations: Source[] = [];
  #buffer = '';

  constructor(sources: () => ReadonlyMap<string, Source>, isOwn: (address: string) => boolean) {
    this.#sources = sources;
    this.#isOwn = isOwn;
  }

  /** Adds a chunk. Returns the sanitized text that is complete, and holds back a construct that the next chunk may continue. */
  push(piece: string): string {
    let shown = '';
    for (let from = 0; from < piece.length; from += SLICE)
      shown += this.#take(piece.slice(from, from + SLICE));
    return shown;
  }

  #take(piece: string): string {
    this.#buffer += piece;
    const open = findOpenEnd(this.#buffer);
    const at = this.#buffer.length - open > MAX_HELD ? this.#buffer.length : open;
    const ready = this.#buffer.slice(0, at);
    this.#buffer = this.#buffer.slice(at);
    return this.#clean(ready);
  }

  /** Ends the text and returns the rest that was held back, sanitized. */
  end(): string {
    const rest = this.#buffer;
    this.#buffer = '';
    return this.#clean(rest);
  }

  #clean(text: string): string {
    if (text === '') return '';
    return text
      .replaceAll(IMAGE, '')
      .replaceAll(FOOTNOTE, '')
      .replaceAll(LINK, (_all, label: string, address: string) =>
        this.#isOwn(address) ? `[${label}](${address})` : label,
      )
      .replaceAll(ADDRESS, (address) => this.#tameAddress(address))
      .replaceAll(HANDLES, (_all, handles: string) =>
        handles
          .split(/[,;]/)
          .map((one) => this.#cite(one.trim()))
          .join(''),
      );
  }

  /** Replaces a link to a foreign address with its host, as plain text. */
  #tameAddress(address: string): string {
    const bare = address.replace(/^<|>$/g, '');
    if (this.#isOwn(bare)) return address;
    return /^(?:[a-z][a-z0-9+.-]*:)?\/\/([\w.-]*)/i.exec(bare)?.[1] ?? '';
  }

  #cite(handle: string): string {
    const sources = this.#sources();
    const source = sources.get(handle) ?? sources.get(`[${handle}]`);
    if (source === undefined) return '';
    const known = this.#cited.get(handle);
    if (known !== undefined) return `[^${known}]`;
    this.citations.push(source);
    this.#cited.set(handle, this.citations.length);
    return `[^${this.citations.length}]`;
  }
}

/**
 * Returns the index of a trailing incomplete handle, link, image or address, which the next chunk may continue. Scans character by
 * character because an equivalent regular expression has cubic complexity.
 */
function findOpenEnd(text: string): number {
  let word = text.length;
  while (word > 0 && /\S/.test(text.charAt(word - 1))) word -= 1;
  for (let at = text.indexOf('['); at >= 0 && at < word; at = text.indexOf('[', at + 1))
    if (isOpenBracket(text, at, word)) {
      const start = text.charAt(at - 1) === '!' ? at - 1 : at;
      return skipBlanksBefore(text, start);
    }
  return skipBlanksBefore(text, word);
}

/**
 * Whether further text may continue the bracket at this index.
 * @param word start of the last word: a bracket closed within it may still be continued
 */
function isOpenBracket(text: string, at: number, word: number): boolean {
  const closed = text.indexOf(']', at + 1);
  if (closed < 0 || closed + 1 >= word) return true;
  const next = text.charAt(closed + 1);
  if (next !== '(' && next !== '[') return false;
  const end = text.indexOf(next === '(' ? ')' : ']', closed + 2);
  return end < 0 || end + 1 >= word;
}

function skipBlanksBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

const STALE_MS = 180 * 86_400_000;

export function toCitation(source: Source, now: Date): Citation {
  const { handle: _handle, updatedAt, ...citation } = source;
  const isStale = updatedAt !== null && now.getTime() - new Date(updatedAt).getTime() > STALE_MS;
  return isStale ? { ...citation, isStale } : citation;
}

/** Returns whether the text is a question rather than a command. */
export function isQuestion(text: string): boolean {
  return /[?？؟]\s*$/.test(text) || QUESTION_WORD.test(text.trim());
}
const QUESTION_WORD =
  /^(?:what|who|whose|whom|when|where|why|which|how|is|are|was|were|does|did|do we|क्या|कौन|कब|कहाँ|कहां|क्यों|कैसे|कितने|कितना|kya|kaun|kab|kahan|kyon|kaise|qu[ée]|qui[ée]n|cu[áa]ndo|d[óo]nde|c[óo]mo|qui|quand|comment|pourquoi|où|من|ما|متى|أين|كيف|لماذا|هل)(?=\s|$)/iu;
