import { foldWord } from '#core/fold.ts';

/** Languages whose names are recognized in pasted text. `ar-SY` has the month names of the Levant. */
const LOCALES = ['en', 'en-GB', 'de', 'es', 'fr', 'nl', 'hi', 'ar', 'ar-SY'];
/** Other spellings of Hindi names. */
const VARIANTS = ['सितम्बर', 'अक्तूबर', 'नवम्बर', 'दिसम्बर'];

let names: ReadonlySet<string> | undefined;

/** Whether the text begins with the name of a month. */
export function startsWithMonth(text: string): boolean {
  names ??= new Set([...VARIANTS, ...LOCALES.flatMap(listMonths)].map(foldWord));
  const [word = ''] = /^[\p{L}\p{M}]+/u.exec(text) ?? [];
  return names.has(foldWord(word));
}

function listMonths(locale: string): string[] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, calendar: 'gregory', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at)).replace(/\.$/, ''));
  });
}
