import { describe, expect, it } from 'vitest';
import { quoteText, splitQuotes } from './quote-text.ts';

describe('quotes', () => {
  it('prefixes each line of the quoted text', () => {
    expect(quoteText(' one\n\ntwo ')).toBe('> one\n>\n> two\n\n');
  });

  it('separates quotes from the reply', () => {
    expect(splitQuotes(`${quoteText('one\n\ntwo')}Yes\n\nand no`)).toEqual([
      { from: 0, isQuote: true, text: 'one\n\ntwo' },
      { from: 14, isQuote: false, text: 'Yes\n\nand no' },
    ]);
    expect(splitQuotes('>3 is more')).toEqual([{ from: 0, isQuote: false, text: '>3 is more' }]);
    expect(splitQuotes('\n\n')).toEqual([{ from: 0, isQuote: false, text: '\n\n' }]);
  });
});
