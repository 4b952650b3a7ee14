import { expect, it } from 'vitest';
import { describeZone, listZones } from './time-zones.ts';

it('puts the city before the region', () => {
  expect(describeZone('Asia/Kolkata')).toBe('Kolkata, Asia');
  expect(describeZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, Argentina, America');
  expect(describeZone('UTC')).toBe('UTC');
});

it('lists each time zone once, under its current name', () => {
  const zones = listZones();
  expect(zones).toContain('Asia/Kolkata');
  expect(zones).not.toContain('Asia/Calcutta');
  expect(zones).toContain('UTC');
  expect(new Set(zones).size).toBe(zones.length);
});
