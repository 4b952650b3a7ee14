import { useFormats } from '#ui/format/formats.ts';

/** Weekdays and hours in the reader’s language. */
export function useTimeNames() {
  const formats = useFormats();
  return {
    // 1 January 2024 was a Monday.
    nameWeekday: (weekday: number) => formats.calendarDay(`2024-01-0${weekday}`, { weekday: 'long' }),
    nameHour: (hour: number) =>
      formats.moment(Date.UTC(1970, 0, 1, hour), { timeZone: 'UTC', timeStyle: 'short' }),
  };
}
