/** The raw catalogs, by file name. */
const FILES = import.meta.glob<string>('../locales/*.po', { query: '?raw', import: 'default', eager: true });

interface Catalog {
  /** English messages whose translation differs. */
  patterns: RegExp[];
  /** Words that exist in both languages, such as 'place', which means seat in French. */
  own: ReadonlySet<string>;
  /** Patterns of translations that look like English: 'Jusqu’à 3 documents'. */
  ownPatterns: RegExp[];
}

const read = new Map<string, Catalog>();

/** Returns the English messages that the page displays or announces although a translation exists. */
export function findEnglish(locale: string): string[] {
  const { patterns, own, ownPatterns } = readCatalog(locale);
  const isMatched = (text: string, by: readonly RegExp[]) => by.some((pattern) => pattern.test(text));
  return readTexts().filter(
    (text) => !own.has(text) && isMatched(text, patterns) && !isMatched(text, ownPatterns),
  );
}

function readTexts(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('script, style') === null) texts.push(node.textContent ?? '');
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
    for (const element of document.querySelectorAll(`[${name}]`))
      texts.push(element.getAttribute(name) ?? '');
  return [...new Set(texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')))].filter((text) => text !== '');
}

function readCatalog(locale: string): Catalog {
  const known = read.get(locale);
  if (known !== undefined) return known;
  const entries = (FILES[`../locales/${locale}.po`] ?? '').split('\n\n').map((block) => ({
    english: readField(block, 'msgid'),
    other: readField(block, 'msgstr'),
  }));
  const catalog = {
    own: new Set(entries.map(({ other }) => other)),
    ownPatterns: entries.flatMap(({ other }) => splitParts(other)),
    patterns: entries
      .filter(({ english, other }) => english !== other && hasWord(english.replaceAll(/\{[^}]*\}/g, '')))
      .flatMap(({ english }) => splitParts(english)),
  };
  if (catalog.patterns.length === 0) throw new Error(`No catalog for ${locale}.`);
  read.set(locale, catalog);
  return catalog;
}

function readField(block: string, name: string): string {
  const [, lines = '""'] = new RegExp(`^${name} (".*"(?:\\n".*")*)`, 'm').exec(block) ?? [];
  return lines
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');
}

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Returns the strings that a message can produce, as patterns: one for each run of text between tags, for all plural forms. */
function splitParts(message: string): RegExp[] {
  const plural = /\{\w+, (?:plural|select), (.*)\}/.exec(message);
  const forms =
    plural === null
      ? [message]
      : [...(plural[1] ?? '').matchAll(/\{([^}]*)\}/g)].map(([, form]) => form ?? '');
  return forms
    .flatMap((form) => form.split(/<\/?\d+\/?>/))
    .map((part) => part.trim())
    .filter((part) => hasWord(part.replaceAll(/\{\w+\}/g, '')))
    .map(
      (part) =>
        new RegExp(
          `^${part
            .split(/\{\w+\}|#/)
            .map(escape)
            .join('.+')}$`,
          'u',
        ),
    );
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
