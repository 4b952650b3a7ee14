import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

describe('emphasis in typed text', () => {
  const readTyped = (text: string): unknown =>
    parseMarkdown(text, 'description', 'break').content[0]?.content?.map(({ text: piece, marks = [] }) =>
      [piece, ...marks.map(({ type }) => type)].join(' '),
    );

  it.each([
    '2*3*4',
    '10**2**3',
    'call __init__',
    '__init__.py and __main__.py',
    '(__name__)',
    'snake_case_name',
    'my__init__name',
    '5 * 3 * 2',
    '10~20 kg or 30~40 kg',
  ])('keeps %j as text', (text) => {
    expect(readTyped(text)).toEqual([text]);
  });

  it.each([
    ['*2* of 3*4', ['2 italic', ' of 3*4']],
    ['*a 2*3 b*', ['a 2*3 b italic']],
    ['un*real*', ['un', 'real italic']],
    ['__wichtig__ and __init__', ['wichtig bold', ' and __init__']],
    ['__initial__', ['initial bold']],
    ['__init__x__', ['init__x bold']],
    ['~10~ 20~30', ['10 strike', ' 20~30']],
    ['`2*3*4`', ['2*3*4 code']],
  ])('parses %j', (text, expected) => {
    expect(readTyped(text)).toEqual(expected);
  });

  it('follows CommonMark in Markdown files', () => {
    const marks = parseMarkdown('5*6*78 __init__').content[0]?.content?.map((node) => node.marks?.[0]?.type);
    expect(marks).toEqual([undefined, 'italic', undefined, 'bold']);
  });
});
