import { LIMITS } from '@hearth/contracts/core/limits';
import type { QuickToken } from '@hearth/contracts/quick-parser/quick-types';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { readLine } from './read-line.ts';
import type { QuickTask } from './quick.data.ts';
import type { Quick } from './use-quick.ts';

export interface PastedLine {
  text: string;
  /** Rejected tokens in lower case. They remain plain text. */
  asText: ReadonlySet<string>;
}

export function toPastedLines(lines: readonly string[]): PastedLine[] {
  return lines.map((text) => ({ text, asText: new Set() }));
}

/** Parses a pasted line as a task and returns the recognized tokens. */
export function readPastedLine(
  { text, asText }: PastedLine,
  quick: Quick,
): { task: QuickTask; tokens: readonly QuickToken[] } {
  const reading = quick.read(truncateText(text, LIMITS.taskTitle), asText);
  const task = readLine(text, () => reading);
  // If a line consists only of tokens, use its text as the title.
  if (task.fields.title === '') return { task: { fields: { title: text }, newLabels: [] }, tokens: [] };
  return { task, tokens: reading.tokens };
}

export function rejectTokenIn(lines: readonly PastedLine[], at: number, token: QuickToken): PastedLine[] {
  return lines.map((line, index) =>
    index === at ? { ...line, asText: new Set([...line.asText, token.text.toLowerCase()]) } : line,
  );
}
