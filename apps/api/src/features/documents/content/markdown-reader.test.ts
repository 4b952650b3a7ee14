import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { afterAll, expect, it } from 'vitest';
import { MarkdownReader, MarkdownTooIntricate } from './markdown-reader.ts';

// The deadline is generous, so that a host under load does not fail tests that do not concern the deadline.
const reader = new MarkdownReader(20_000);
afterAll(async () => await reader.close());

it('parses long Markdown in a worker thread with the same result', async () => {
  const text = '## Title\n\nSome **words** and a [link](https://a.example)\n\n'.repeat(200);
  const turns = performance.eventLoopUtilization();
  const both = await Promise.all([reader.read(text), reader.read('short')]);
  expect(both).toEqual([parseMarkdown(text), parseMarkdown('short')]);
  expect(performance.eventLoopUtilization(turns).utilization).toBeLessThan(1);
});

it('aborts parsing at the deadline without affecting another reader', async () => {
  const hasty = new MarkdownReader(150);
  const stairs = Array.from({ length: 1_500 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
  await expect(hasty.read(stairs)).rejects.toBeInstanceOf(MarkdownTooIntricate);
  await hasty.close();
  const text = 'a '.repeat(3_000);
  expect(await reader.read(text)).toEqual(parseMarkdown(text));
});

it('parses repeatedly in a worker thread without leaking listeners', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  for (let at = 0; at < 12; at += 1) await reader.read('a '.repeat(3_000));
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
