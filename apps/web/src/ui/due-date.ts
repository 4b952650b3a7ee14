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

const DAY_MS = 86_400_000;

/** 'Today', 'Tomorrow', 'Yesterday', '24 Nov', and with the year where it is not this one. */
export function describeDay(day: string, today: string): string {
  const date = new Date(`${day}T00:00:00`);
  const days = Math.round((date.getTime() - new Date(`${today}T00:00:00`).getTime()) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  });
}
