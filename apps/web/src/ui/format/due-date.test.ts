import { afterEach, describe, expect, it } from 'vitest';
import { formatDay, classifyDueDate } from './due-date.ts';
import { setTimeZone } from './reader.ts';

const present = { today: '2026-11-20', now: '2026-11-20T12:00:20.000Z' };

describe('due dates', () => {
  afterEach(() => setTimeZone(undefined));

  it('classifies dates as overdue, today or later, and finished work as closed', () => {
    expect(classifyDueDate('2026-11-19', present, false)).toBe('overdue');
    expect(classifyDueDate('2026-11-20', present, false)).toBe('today');
    expect(classifyDueDate('2026-11-21', present, false)).toBe('later');
    expect(classifyDueDate('2026-11-19', present, true)).toBe('closed');
  });

  it('classifies an instant by the current time and by its day in the user’s time zone', () => {
    setTimeZone('Asia/Kolkata');
    expect(classifyDueDate('2026-11-20T12:00:00.000Z', present, false)).toBe('overdue');
    expect(classifyDueDate('2026-11-20T12:01:00.000Z', present, false)).toBe('today');
    expect(classifyDueDate('2026-11-20T18:30:00.000Z', present, false)).toBe('later');
    expect(classifyDueDate('2026-11-20T12:00:00.000Z', present, true)).toBe('closed');
    setTimeZone('Europe/Berlin');
    expect(classifyDueDate('2026-11-20T18:30:00.000Z', present, false)).toBe('today');
  });

  it('formats the day in the user’s time zone instead of UTC', () => {
    setTimeZone('Asia/Kolkata');
    expect(formatDay(new Date('2026-11-20T19:00:00Z'))).toBe('2026-11-21');
    setTimeZone('America/New_York');
    expect(formatDay(new Date('2026-11-20T04:59:00Z'))).toBe('2026-11-19');
  });
});
