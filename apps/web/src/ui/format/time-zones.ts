import { formatParts } from './formats.ts';

/** Outdated names under which browsers list some zones, with the current names. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Returns UTC and all time zones that the browser supports, by their current names, in alphabetical order. */
export function listZones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone);
  return [...new Set([...zones, 'UTC'])].toSorted();
}

export function readBrowserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return RENAMED[zone] ?? zone;
}

/** 'Asia/Kolkata' → 'Kolkata, Asia'. */
export function describeZone(zone: string): string {
  const [area = zone, ...locality] = zone.replaceAll('_', ' ').split('/');
  return formatParts([...locality.toReversed(), area]);
}
