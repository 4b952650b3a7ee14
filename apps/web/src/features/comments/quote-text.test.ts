import { describe, expect, it } from 'vitest';
import { quoteText, splitQuotes } from './quote-text.ts';

describe('quotes', () => {
  it('stand before the answer, line by line', () => {
    expect(quoteText(' one\n\ntwo ')).toBe('> one\n>\n> two\n\n');
  });

  it('are told from what was said', () => {
    expect(splitQuotes(`${quoteText('one\n\ntwo')}Yes\n\nand no`)).toEqual([
      { from: 0, isQuote: true, text: 'one\n\ntwo' },
      { from: 14, isQuote: false, text: 'Yes\n\nand no' },
    ]);
    expect(splitQuotes('>3 is more')).toEqual([{ from: 0, isQuote: false, text: '>3 is more' }]);
    expect(splitQuotes('\n\n')).toEqual([{ from: 0, isQuote: false, text: '\n\n' }]);
  });
});
