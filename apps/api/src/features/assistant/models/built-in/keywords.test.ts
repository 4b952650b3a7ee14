import { describe, expect, it, test } from 'vitest';
import { extractKeywords, pickSentence } from './keywords.ts';

test.each([
  ['how long do refunds take?', ['refunds']],
  ['What is our refund policy?', ['refund', 'policy']],
  ['who decides about large refunds', ['decides', 'large', 'refunds']],
  ['रिफ़ंड कब मिलता है?', ['रिफ़ंड', 'मिलता']],
  ['what is it?', []],
])('reduces the question %j to its content words %j', (question, words) => {
  expect(extractKeywords(question)).toEqual(words);
});

describe('pickSentence', () => {
  it('picks the sentence with the most question words, or the first one on a tie', () => {
    const texts = [
      { text: 'We open at nine. Refunds are paid within 14 days.', of: 1 },
      { text: 'The lead decides about refunds over 500.', of: 2 },
    ];
    expect(pickSentence(texts, ['refunds'])).toEqual({ text: 'Refunds are paid within 14 days.', of: 1 });
    expect(pickSentence(texts, ['refund', 'decided'])?.of).toBe(2);
    expect(pickSentence(texts, [])).toEqual({ text: 'We open at nine.', of: 1 });
    expect(pickSentence([], ['refunds'])).toBeNull();
  });
});
