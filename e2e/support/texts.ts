import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

// Finds untranslated English strings on a page with the help of the message catalog.

interface Entry {
  english: string;
  other: string;
}

/** Reads the messages of a language together with the English originals. */
function readCatalog(locale: string): Entry[] {
  const blocks = readFileSync(`apps/web/src/locales/${locale}.po`, 'utf8').split('\n\n');
  return blocks
    .map((block) => ({ english: readField(block, 'msgid'), other: readField(block, 'msgstr') }))
    .filter(({ english }) => english !== '');
}

function readField(block: string, name: string): string {
  const [, ...lines] = new RegExp(`^${name} (".*"(?:\\n".*")*)`, 'm').exec(block) ?? [];
  const [quoted = ''] = lines;
  return quoted === ''
    ? ''
    : quoted
        .split('\n')
        .map((line) => JSON.parse(line) as string)
        .join('');
}

/** Reads all strings that the page shows or that screen readers read out, including labels and the tab's title. */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, template, noscript') === null)
        texts.push(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')))].filter(
      (text) => text !== '',
    );
  });
}

/** Finds strings on the page that are English messages although a different translation exists. */
export async function findEnglish(
  page: Page,
  locale: string,
  but: readonly string[] = [],
): Promise<string[]> {
  const catalog = readCatalog(locale);
  // Strings that are also translations are correct. For example, the French 'place' means a seat.
  const own = new Set(catalog.map(({ other }) => other));
  const patterns = catalog
    .filter(
      ({ english, other }) => english !== other && /\p{L}{2}/u.test(english.replaceAll(/\{[^}]*\}/g, '')),
    )
    .flatMap(({ english }) => splitParts(english));
  const texts = await readTexts(page);
  return texts.filter(
    (text) => !but.includes(text) && !own.has(text) && patterns.some((pattern) => pattern.test(text)),
  );
}

/** Returns patterns for all strings that a message can produce: one for each section between tags, for each plural form. */
function splitParts(message: string): RegExp[] {
  const plural = /\{\w+, (?:plural|select), (.*)\}/.exec(message);
  const forms =
    plural === null
      ? [message]
      : [...(plural[1] ?? '').matchAll(/\{([^}]*)\}/g)].map(([, form]) => form ?? '');
  return forms
    .flatMap((form) => form.split(/<\/?\d+\/?>/))
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part.replaceAll(/\{\w+\}/g, '')))
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
