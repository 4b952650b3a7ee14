import { describe, expect, it } from 'vitest';
import {
  FIRST_REACTIONS,
  isEmoji,
  listMentions,
  replaceMentions,
  splitMentions,
  writeMention,
} from './comment-values.ts';

const ADA = '01920000-0000-7000-8000-00000000000a';
const BEN = '01920000-0000-7000-8000-00000000000b';

describe('isEmoji', () => {
  it.each([...FIRST_REACTIONS, '👩🏽‍💻', '🇮🇳', '1️⃣', '🫶🏿'])('accepts %s', (emoji) => {
    expect(isEmoji(emoji)).toBe(true);
  });

  it.each(['', 'a', '👍👍', '👍 ', ':+1:', '1', '<b>', '\u200d', '\ufe0f', 'é'])('rejects %j', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});

describe('mentions', () => {
  const text = `${writeMention(ADA)} and ${writeMention(BEN)}, ${writeMention(ADA)}!`;

  it('lists each mentioned person once', () => {
    expect(listMentions(text)).toEqual([ADA, BEN]);
    expect(listMentions(`@ada <@ada> <@${ADA.toUpperCase()}> <@${ADA}`)).toEqual([]);
  });

  it('splits mentions from the text without loss', () => {
    const pieces = splitMentions(text);
    expect(pieces).toEqual([
      { from: 0, userId: ADA },
      { from: 39, text: ' and ' },
      { from: 44, userId: BEN },
      { from: 83, text: ', ' },
      { from: 85, userId: ADA },
      { from: 124, text: '!' },
    ]);
    const joined = pieces.map((one) => ('text' in one ? one.text : writeMention(one.userId))).join('');
    expect(joined).toBe(text);
    expect(splitMentions('')).toEqual([]);
  });

  it('replaces mentions with display names', () => {
    expect(replaceMentions(text, (id) => (id === ADA ? '@Ada $&' : '@Ben'))).toBe(
      '@Ada $& and @Ben, @Ada $&!',
    );
  });
});
