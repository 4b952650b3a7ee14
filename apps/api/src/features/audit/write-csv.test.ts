import { describe, expect, it } from 'vitest';
import { writeCell, writeCsv } from './write-csv.ts';

describe('CSV export', () => {
  const HOSTILE = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '  @a',
    '=cmd|"/c calc"!A1',
    '=HYPERLINK("https://evil.example","x")',
    '-2+3+cmd|" /C calc"!A0',
    '+HYPERLINK(1)',
    '\u00a0=1',
    '\u200b'.replace('\u200b', '') + '=1',
    '\uFF1D1',
    '\uFF0B1',
    '\uFF0D1',
    '\uFF20a',
    '\t',
    '\r',
    '\n',
    '-',
    '@',
    '=',
    '+',
    '\u2003=1',
    '\uFEFF=1',
    '=1;2',
    '-1,2',
  ];

  it.each(HOSTILE.map((text) => [text]))('prefixes %j with an apostrophe', (text) => {
    expect(writeCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
  });

  it('leaves plain values unquoted and quotes values with separators, quotes or line breaks', () => {
    expect(['Plan A', '1,2', 'a "b"', 'x\ny', 'a;b', ''].map(writeCell)).toEqual([
      'Plan A',
      '"1,2"',
      '"a ""b"""',
      '"x\ny"',
      '"a;b"',
      '',
    ]);
  });

  it('writes one line per entry with the actor’s name', () => {
    const entry = {
      number: 7,
      at: '2026-11-20T09:30:00.000Z',
      act: 'task.trashed',
      actorId: 'p1',
      object: { kind: 'task', id: 't1', name: '=Fly' },
      details: {},
      address: '203.0.113.0/24',
      requestId: 'r1',
      tokenId: null,
      hash: 'ab',
    };
    const text = writeCsv([entry], [{ id: 'p1', name: 'Ada', image: null }]);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFnumber,at,person,personId,act,object,objectId,objectName,details,address,requestId,tokenId,hash',
      `7,2026-11-20T09:30:00.000Z,Ada,p1,task.trashed,task,t1,"'=Fly",{},203.0.113.0/24,r1,,ab`,
      '',
    ]);
  });
});
