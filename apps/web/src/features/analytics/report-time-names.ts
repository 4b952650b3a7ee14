import { useFormats } from '#ui/format/formats.ts';

/** Returns functions that format a weekday (1 is Monday) and an hour (0 to 23) in the user's language. */
export function useTimeNames() {
  const formats = useFormats();
  return {
    // 1 January 2024 was a Monday.
    nameWeekday: (weekday: number) => formats.calendarDay(`2024-01-0${weekday}`, { weekday: 'long' }),
    nameHour: (hour: number) =>
      formats.moment(Date.UTC(1970, 0, 1, hour), { timeZone: 'UTC', timeStyle: 'short' }),
  };
}
