/** Days as `2026-11-20`, in the reader's own time zone: due dates name a day, not a moment. */
export function formatDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export type DueWhen = 'later' | 'today' | 'overdue' | 'closed';

/** `isClosed`: finished work is never late. */
export function judgeDue(dueDate: string, today: string, isClosed: boolean): DueWhen {
  if (isClosed) return 'closed';
  if (dueDate < today) return 'overdue';
  return dueDate === today ? 'today' : 'later';
}
