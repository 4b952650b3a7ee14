import { useLingui } from '@lingui/react/macro';
import { formatDay } from './due-date.ts';
import { useFormats } from './formats.ts';
import { useToday } from './use-today.ts';

/** Time of an event. Shows only the time if it was today, otherwise the day and time. The tooltip shows the full timestamp. */
export function Timestamp({ at, className }: { at: string; className?: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const day = formatDay(new Date(at));
  const time = formats.moment(at, { timeStyle: 'short' });
  const near = formats.nearDay(day, today);
  return (
    <time className={className} dateTime={at} title={formats.moment(at)}>
      {day === today ? time : t`${near}, ${time}`}
    </time>
  );
}
