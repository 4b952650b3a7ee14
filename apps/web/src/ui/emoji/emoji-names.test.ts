import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { ANNOTATIONS, findEmoji, nameEmoji } from './emoji-names.ts';
import { SHORT_NAMES } from './short-names.ts';

async function search(locale: Locale, typed: string): Promise<string | undefined> {
  const sources = await Promise.all([...new Set([locale, LOCALES[0]])].map((one) => ANNOTATIONS[one]()));
  return findEmoji(nameEmoji(sources.map((one) => one.default)), typed, 5)[0]?.emoji;
}

it.each([
  ['en', 'rocket', '🚀'],
  ['en', 'thumbs_up', '👍'],
  ['en', 'red heart', '❤️'],
  ['en', 'heart', '❤️'],
  ['en', '+1', '👍'],
  ['fr', 'heart', '❤️'],
  ['en', 'party popper', '🎉'],
  ['es', 'cohete', '🚀'],
  ['fr', 'fusee', '🚀'],
  ['hi', 'रॉकेट', '🚀'],
  ['ar', 'صاروخ', '🚀'],
  ['ar', 'rocket', '🚀'],
] as const)('finds an emoji by its name in %s: %s', async (locale, typed, emoji) => {
  expect(await search(locale, typed)).toBe(emoji);
});

it('has short names of supported emoji only', async () => {
  const all = new Set(nameEmoji([(await ANNOTATIONS.en()).default]).map(({ emoji }) => emoji));
  expect(Object.values(SHORT_NAMES).filter((emoji) => !all.has(emoji))).toEqual([]);
});

it('finds no emoji for an empty query or a query without a match', async () => {
  expect(await search('en', ' ')).toBeUndefined();
  expect(await search('en', 'qqqq')).toBeUndefined();
});
