import type { useFormats } from '#ui/format/formats.ts';

type Formats = Pick<ReturnType<typeof useFormats>, 'number'>;

/** Formats a duration such as `1 hr 30 min`. Seconds are shown only for durations below a minute. */
export function describeDuration(formats: Formats, seconds: number): string {
  const unit = (value: number, name: string) =>
    formats.number(value, { style: 'unit', unit: name, unitDisplay: 'short' });
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return unit(Math.floor(seconds), 'second');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [unit(hours, 'hour')] : []), ...(rest > 0 ? [unit(rest, 'minute')] : [])].join(' ');
}

/** Formats a duration for editing, such as `1h 30m`: people type durations in this notation in every language. */
export function writeDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours}h`] : []), ...(rest > 0 || hours === 0 ? [`${rest}m`] : [])].join(' ');
}

/** Formats an elapsed time such as `1:02:03`, as on a stopwatch. */
export function showElapsed(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
