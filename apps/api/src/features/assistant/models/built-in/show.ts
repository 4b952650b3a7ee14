import type { Scene } from './converse.ts';
import type { ToolResult } from '#features/assistant/tools/tool.ts';
import type { Phrases } from './phrases/english.ts';

/** A task as returned by the tools. */
export interface ShownTask {
  id: string;
  key: string;
  title: string;
  handle: string;
  status?: string | null;
  priority?: string;
  dueDate?: string | null;
  assignees?: readonly string[];
  project?: string | null;
}

/** Returns a tool's data as a partial object to tolerate missing fields. */
export function dataOf<T>(result: ToolResult | undefined): Partial<T> {
  const data = result?.data;
  return typeof data === 'object' && data !== null ? data : {};
}

/** Returns the reason why a tool call failed, or null if it succeeded. */
export function refusalOf(result: ToolResult | undefined, phrases: Phrases): string | null {
  if (result === undefined) return phrases.none;
  return result.error === null ? null : `${phrases.refused} ${result.error.detail}`;
}

/** Formats a handle for an answer. */
export function mark(handle: string | undefined): string {
  if (handle === undefined) return '';
  return handle.startsWith('[') ? ` ${handle}` : ` [${handle}]`;
}

/** Escapes user text for use within Markdown, so that it cannot form a list, a link or a heading. */
export function quote(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>|#]/g, '\\$&');
}

/** Returns the name of a status or priority in the language of the answer. */
export function nameValue(value: string | null | undefined, { valueNames }: Phrases): string {
  return value == null ? '' : ((Object.hasOwn(valueNames, value) ? valueNames[value] : undefined) ?? value);
}

export function showTasks(
  tasks: readonly ShownTask[],
  { phrases, formatWhen }: Pick<Scene, 'phrases' | 'formatWhen'>,
  { asTable, total }: { asTable: boolean; total: number },
): string {
  const rows = tasks.map((task) => ({
    name: `**${task.key}** ${quote(task.title)}`,
    facts: [
      nameValue(task.status, phrases),
      task.dueDate == null ? '' : `${phrases.due} ${formatWhen(task.dueDate)}`,
      (task.assignees ?? []).join(', '),
    ].map(quote),
    mark: mark(task.handle),
  }));
  const lines = asTable
    ? [
        '|  |  |  |  |',
        '| --- | --- | --- | --- |',
        ...rows.map((row) => `| ${row.name}${row.mark} | ${row.facts.join(' | ')} |`),
      ]
    : rows.map((row) => `- ${[row.name, ...row.facts.filter((fact) => fact !== '')].join(' · ')}${row.mark}`);
  const rest = total - tasks.length;
  return [phrases.tasks(total), '', ...lines, ...(rest > 0 ? ['', phrases.more(rest)] : [])].join('\n');
}
