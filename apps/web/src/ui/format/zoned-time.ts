import { wallTimeInZone } from './formats.ts';

/**
 * Returns the timestamp of a wall time in a time zone, in ms since 1970. Returns NaN for invalid input. A wall time that occurs twice
 * yields one of its two timestamps. A wall time skipped in spring is shifted by the length of the gap, earlier or later.
 */
export function fromZonedTime(text: string, zone: string | undefined): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const offsetAt = (moment: number): number =>
    Date.parse(`${wallTimeInZone(moment, zone)}Z`) - Math.floor(moment / 60_000) * 60_000;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}
