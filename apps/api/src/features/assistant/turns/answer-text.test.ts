import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import type { Source } from '#features/assistant/tools/tool.ts';
import { AnswerText, isQuestion, toCitation } from './answer-text.ts';

const source = (handle: string): Source => ({
  handle,
  kind: 'task',
  id: handle,
  title: handle,
  updatedAt: null,
});
const SOURCES = new Map([source('WEB-1'), source('DOC-3#2')].map((one) => [one.handle, one]));
const isOwn = (address: string) => /^\/(?!\/)/.test(address) || address.startsWith('https://app.example/');

function show(...pieces: string[]) {
  const text = new AnswerText(() => SOURCES, isOwn);
  const shown = pieces.map((piece) => text.push(piece)).join('') + text.end();
  return { shown, cited: text.citations.map(({ handle }) => handle) };
}

it('replaces source handles with footnote references and removes unknown handles', () => {
  expect(show('Late: [WEB-1] and [DOC-3#2], again [WEB-1].')).toEqual({
    shown: 'Late:[^1] and[^2], again[^1].',
    cited: ['WEB-1', 'DOC-3#2'],
  });
  expect(show('See [WEB-9]. Both [WEB-1, WEB-9; DOC-3#2] [^7]')).toEqual({
    shown: 'See. Both[^1][^2]',
    cited: ['WEB-1', 'DOC-3#2'],
  });
});

it('removes images and external links and shortens external URLs to host names', () => {
  expect(show('a ![x](https://evil.test/a?d=1) b [go](https://evil.test/?q=secret) c').shown).toBe(
    'a  b go c',
  );
  expect(show('https://evil.test/?q=secret and <http://evil.test/x> and //evil.test/y').shown).toBe(
    'evil.test and evil.test and evil.test',
  );
  expect(show('[r]: https://evil.test/x "t"').shown).toBe('[r]: evil.test "t"');
  expect(show('[here](/dashboard/tasks) [there](https://app.example/x) [out](//evil.test)').shown).toBe(
    '[here](/dashboard/tasks) [there](https://app.example/x) out',
  );
  expect(show('[s](javascript:alert(1))').shown).not.toContain('javascript');
});

it('keeps Markdown that only resembles a link', () => {
  const text = '- [ ] one\n- [x] two\na[0] = b[i]; 3 < 4\n\n| a | b |\n';
  expect(show(text).shown).toBe(text);
});

it('returns the same output for any chunking', () => {
  const whole =
    'Two: [WEB-1] (late), [WEB-7].\n![p](https://e.test/?x)[a b](https://e.test/y "t") https://e.test/z [c](/x) - [ ] end [DOC-3#2]';
  const expected = show(whole);
  assert(
    property(array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 200 }), (sizes) => {
      const pieces: string[] = [];
      for (let at = 0, n = 0; at < whole.length; n += 1) {
        const size = sizes[n % sizes.length] ?? 1;
        pieces.push(whole.slice(at, at + size));
        at += size;
      }
      expect(show(...pieces)).toEqual(expected);
    }),
  );
});

it('buffers an incomplete handle until the next chunk completes it', () => {
  const text = new AnswerText(() => SOURCES, isOwn);
  expect(text.push('Late: [WE')).toBe('Late:');
  expect(text.push('B-1], ')).toBe('[^1],');
});

it('distinguishes questions from commands and marks stale sources', () => {
  for (const question of ['What is late', 'is it done?', 'कब तक है', 'où est le plan'])
    expect(isQuestion(question), question).toBe(true);
  for (const statement of ['create task Whatever', 'standup'])
    expect(isQuestion(statement), statement).toBe(false);
  const now = new Date('2026-11-21T00:00:00Z');
  expect(toCitation({ ...source('WEB-1'), updatedAt: '2026-01-01T00:00:00Z' }, now).isStale).toBe(true);
  expect(toCitation({ ...source('WEB-1'), updatedAt: '2026-11-01T00:00:00Z' }, now)).toEqual({
    kind: 'task',
    id: 'WEB-1',
    title: 'WEB-1',
  });
});

it.each([
  ['a very long word', 'a'.repeat(100_000)],
  [
    'a very long URL',
    `![all](https://evil.test/?d=${'a%20'.repeat(40_000)}) and [more](https://evil.test/x)`,
  ],
  ['unclosed brackets', `${'['.repeat(50_000)} x ${'![a'.repeat(20_000)}`],
  ['many brackets that are closed once', `${'[a '.repeat(30_000)}] x y ${'[a](b '.repeat(10_000)}`],
  ['runs of dots and spaces', `${'a.-'.repeat(30_000)} ${' '.repeat(50_000)}[`],
])('processes adversarial input within two seconds: %s', (_name, text) => {
  const begunAt = performance.now();
  const { shown } = show(text);
  expect(performance.now() - begunAt).toBeLessThan(2_000);
  expect(shown).not.toContain('](https://evil');
  expect(shown).not.toContain('://');
});
