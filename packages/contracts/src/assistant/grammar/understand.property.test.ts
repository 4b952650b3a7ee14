import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, Understood } from '#assistant/command-values.ts';
import { PHRASING_CONTEXT } from '#testing/phrasings/phrasing-context.ts';
import { PHRASINGS } from '#testing/phrasings/phrasings.ts';
import { checkFilter } from '#views/view-check-values.ts';
import { understand } from './understand.ts';

const TEXTS = PHRASINGS.map(({ text }) => text);
const message = fc.constantFrom(...TEXTS);
const word = fc.constantFrom(...new Set(TEXTS.flatMap((text) => text.split(/\s+/))));

function commandsOf(understood: Understood): readonly Command[] {
  return understood.kind === 'commands' ? understood.commands : [];
}

test('returns a result for arbitrary text without throwing', () => {
  const hostile = fc.constantFrom(
    '\u0000',
    '\u202e',
    '\u200b',
    '"',
    "'",
    '`',
    '>',
    '\n',
    '-',
    '#',
    '@',
    '```',
    'WEB-1',
    '(',
    '\ud800',
    'مرحبا',
    '٣',
  );
  const soup = fc.array(fc.oneof(word, hostile, fc.string({ unit: 'binary' })), { maxLength: 40 });
  fc.assert(
    fc.property(soup, fc.constantFrom(' ', '', '\n'), (parts, joint) => {
      const { kind } = understand(parts.join(joint), PHRASING_CONTEXT);
      expect(['commands', 'ambiguous', 'unknown', 'incomplete', 'missed']).toContain(kind);
    }),
    { numRuns: 1500 },
  );
});

test('parses no create or change commands from quoted text', () => {
  const wrap = fc.constantFrom(
    (text: string) => `"${text.replaceAll(/["\n]/g, ' ')}"`,
    (text: string) => `“${text.replaceAll(/[”\n]/g, ' ')}”`,
    (text: string) => `> ${text.replaceAll('\n', '\n> ')}`,
    (text: string) => `\`\`\`\n${text.replaceAll('`', ' ')}\n\`\`\``,
    (text: string) => `what does this mean: "${text.replaceAll(/["\n]/g, ' ')}"`,
  );
  fc.assert(
    fc.property(message, wrap, (text, quote) => {
      const families = commandsOf(understand(quote(text), PHRASING_CONTEXT)).map(({ family }) => family);
      expect(families.filter((family) => family === 'create' || family === 'change')).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('resolves an ambiguous name when an option is chosen', () => {
  const commands = fc.constantFrom(
    'assign WEB-12 to Bob',
    'give these to bob',
    'create task Call the bank for Bob',
    'create task Call the bank @bob by monday',
    'tasks assigned to Bob',
    "show Bob's tasks",
    'standup for bob',
    'WEB-12 bob ko do',
    'add a task for bob: write the report',
  );
  fc.assert(
    fc.property(commands, (text) => {
      const understood = understand(text, PHRASING_CONTEXT);
      expect([text, understood.kind]).toEqual([text, 'ambiguous']);
      if (understood.kind !== 'ambiguous') return;
      expect(understood.options.length).toBe(2);
      const read = understood.options.map((option) => understand(option.text, PHRASING_CONTEXT));
      expect(read.map(({ kind }) => kind)).toEqual(['commands', 'commands']);
      expect(JSON.stringify(read[0])).not.toBe(JSON.stringify(read[1]));
    }),
  );
});

test('returns both dates for "friday" on a Friday and applies the chosen one', () => {
  const friday = { ...PHRASING_CONTEXT, today: '2026-11-20' };
  for (const text of [
    'move WEB-12 to friday',
    'create task Send the report by friday',
    'set due date of WEB-12 to friday',
  ]) {
    const understood = understand(text, friday);
    expect([text, understood.kind]).toEqual([text, 'ambiguous']);
    if (understood.kind !== 'ambiguous') continue;
    expect(understood.options.map(({ label }) => label)).toEqual(['2026-11-20', '2026-11-27']);
    for (const option of understood.options)
      expect(JSON.stringify(understand(option.text, friday))).toContain(`"dueDate":"${option.label}"`);
  }
});

test('returns valid filters and ignores a leading "please"', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PHRASINGS.filter(({ family }) => family === 'ask' || family === 'change')),
      ({ text }) => {
        const understood = understand(text, PHRASING_CONTEXT);
        for (const command of commandsOf(understood)) {
          if (command.family === 'ask' && (command.act === 'tasks' || command.act === 'count'))
            expect([text, checkFilter(command.filter)]).toEqual([text, null]);
        }
        const { kind } = understand(`please ${text}`, PHRASING_CONTEXT);
        expect([text, kind]).toEqual([text, understood.kind]);
      },
    ),
    { numRuns: 300 },
  );
});

interface CpuUsage {
  /** Microseconds. */
  user: number;
  system: number;
}
/** Node's. This package also runs in browsers and has no types of Node. */
declare const process: { threadCpuUsage: (before?: CpuUsage) => CpuUsage };
/** Limit of the CPU time in ms. Parsing takes about 20 ms. Other processes do not add to the CPU time of this thread. */
const MAX_MS = 60;

test('parses 4,000 characters within the time limit', () => {
  const fill = (part: string) => part.repeat(4000).slice(0, 4000);
  const texts = [
    fill('monday '),
    fill('create task for asha by friday and '),
    fill('"'),
    fill("'a "),
    fill('WEB-1 and '),
    fill('@bob #x !high '),
    fill('अ '),
    fill('a'),
    `create tasks\n${fill('- Call the bank by friday at 5pm @asha\n')}`,
    fill('every monday at 5pm remind me 1 day before '),
    fill('> x\n'),
    fill('move all my overdue '),
  ];
  for (const text of texts) understand(text, PHRASING_CONTEXT);
  for (const text of texts) {
    const times = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      understand(text, PHRASING_CONTEXT);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect([text.slice(0, 30), Math.min(...times) < MAX_MS]).toEqual([text.slice(0, 30), true]);
  }
});
