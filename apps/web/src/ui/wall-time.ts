/** What clocks show in a zone at a moment, `2026-11-20T14:30`, as fields for date and time hold it. @param at ms since 1970 */
export function toWallTime(at: number, zone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The moment at which clocks in a zone show this, in ms since 1970; NaN for what is no time. Of an hour that comes twice
 * it is one, and what clocks leave out in spring is as far before or after as they go.
 */
export function fromWallTime(text: string, zone: string | undefined): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const offsetAt = (moment: number): number =>
    Date.parse(`${toWallTime(moment, zone)}Z`) - Math.floor(moment / 60_000) * 60_000;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}
