import { wallTimeInZone } from './formats.ts';

/**
 * The moment at which clocks in a zone show this, in ms since 1970; NaN for what is no time. Of an hour that comes twice
 * it is one, and what clocks leave out in spring is as far before or after as they go.
 */
export function fromZonedTime(text: string, zone: string | undefined): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const offsetAt = (moment: number): number =>
    Date.parse(`${wallTimeInZone(moment, zone)}Z`) - Math.floor(moment / 60_000) * 60_000;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}
