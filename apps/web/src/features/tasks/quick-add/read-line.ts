import { LIMITS } from '@hearth/contracts/core/limits';
import { truncateText } from '#platform/texts/truncate-text.ts';
import type { QuickReading } from '@hearth/contracts/quick-parser/quick-parse';
import { toQuickTask } from './quick-task.ts';
import type { QuickTask } from './quick.data.ts';

/** Parses a line as a task. If a line is too long for a title, the full line is kept in the description. */
export function readLine(line: string, read: (line: string) => QuickReading): QuickTask {
  const title = truncateText(line, LIMITS.taskTitle);
  const task = toQuickTask(read(title));
  if (title === line) return task;
  return { ...task, fields: { ...task.fields, description: truncateText(line, LIMITS.taskDescription) } };
}
