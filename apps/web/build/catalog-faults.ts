import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

// Errors in a catalog: a missing or obsolete message, or a translation that does not match its message.

export interface CatalogMessage {
  /** The English message. */
  message: string;
  translation: string;
}

/**
 * Counts in the product are below this value. Up to this value, every plural form of every language occurs, except the forms for millions.
 */
const MAX_COUNTED = 1000;

/**
 * @param wanted the messages in the sources, by id
 * @param catalog the messages of a language
 */
export function findCatalogFaults(
  locale: string,
  wanted: ReadonlyMap<string, string>,
  catalog: ReadonlyMap<string, CatalogMessage>,
): string[] {
  const faults: string[] = [];
  for (const [id, message] of wanted) {
    if (!catalog.has(id)) faults.push(`${locale}: not in the catalog yet: ${message}`);
  }
  for (const [id, { message, translation }] of catalog) {
    if (!wanted.has(id)) faults.push(`${locale}: no longer in the sources: ${message}`);
    else faults.push(...findTranslationFaults(locale, message, translation));
  }
  return faults;
}

/** Checks that a translation has the same placeholders and tags as the message and the plural forms of its language. */
export function findTranslationFaults(locale: string, message: string, translation: string): string[] {
  if (translation.trim() === '') return [`${locale}: not translated: ${message}`];
  const faults: string[] = [];
  const source = describe(message);
  const translated = describe(translation);
  for (const part of source.parts) {
    if (!translated.parts.has(part)) faults.push(`${locale}: ${part} is missing in: ${translation}`);
  }
  for (const part of translated.parts) {
    if (!source.parts.has(part)) faults.push(`${locale}: ${part} is not in the English of: ${translation}`);
  }
  const rules = new Intl.PluralRules(locale);
  const forms = rules.resolvedOptions().pluralCategories;
  // Spanish and French have a form that begins at a million. If it is omitted, such counts use `other`.
  const counted = new Set(Array.from({ length: MAX_COUNTED }, (_, count) => rules.select(count)));
  for (const found of translated.plurals) {
    const lacking = [...counted].filter((form) => !found.includes(form));
    const odd = found.filter((form) => !/^=?\d+$/.test(form) && !forms.some((known) => known === form));
    if (lacking.length > 0)
      faults.push(`${locale}: the plural lacks ${lacking.join(', ')} in: ${translation}`);
    if (odd.length > 0) faults.push(`${locale}: there is no plural ${odd.join(', ')} in: ${translation}`);
  }
  return faults;
}

/** Returns placeholders, selector values, tags and the forms of each plural. */
function describe(message: string): { parts: Set<string>; plurals: string[][] } {
  const parts = new Set<string>();
  const plurals: string[][] = [];
  const visit = (tokens: CompiledMessage) => {
    for (const token of tokens) {
      // '#' refers to the value of the surrounding plural. That value is already listed there.
      if (token === '#') continue;
      if (typeof token === 'string') {
        for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) parts.add(tag);
        continue;
      }
      const [name, kind, choices] = token;
      parts.add(`{${name}}`);
      if (typeof choices !== 'object' || choices === null) continue;
      const forms = Object.entries(choices).filter(([form]) => form !== 'offset');
      if (kind === 'plural') plurals.push(forms.map(([form]) => form));
      for (const [form, formMessage] of forms) {
        if (kind === 'select') parts.add(`{${name}: ${form}}`);
        visit(formMessage as CompiledMessage);
      }
    }
  };
  visit(compileMessage(message));
  return { parts, plurals };
}
