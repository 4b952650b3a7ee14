import * as fc from 'fast-check';
import { IdRef, EarlierValueRef } from './odd-values.ts';

// Constraints that the OpenAPI document cannot express. Without them, most calls with these fields would fail validation.

const pick = fc.nat({ max: 1000 });
const seen = (name: string): fc.Arbitrary<unknown> => pick.map((at) => new EarlierValueRef(name, at));
const person: fc.Arbitrary<unknown> = pick.map((at) => new IdRef('user', at));
const rich = fc.constantFrom('Buy wood', 'योजना', '<b>not bold</b>').map((text) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
}));

/** Valid values by field name. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  about: person,
  currency: fc.constantFrom('INR', 'EUR'),
  cursor: seen('cursor'),
  descriptionDoc: rich,
  domain: fc.constant('example.com'),
  emoji: fc.constantFrom('👍', '🎉'),
  formula: fc.constantFrom('{estimate} * 2', '{due} + 7', 'if(empty({due}), 0, 1)'),
  digest: fc.constantFrom(null, { hour: 8, timeZone: 'Asia/Kolkata' }, { hour: 23, timeZone: 'UTC' }),
  filter: fc.constantFrom('priority:high,urgent', 'due:overdue,next7', 'assignee:me'),
  person,
  position: fc.oneof(seen('position'), fc.constantFrom('a0', 'a1', 'a5')),
  rule: fc.constantFrom('FREQ=WEEKLY;BYDAY=MO', 'FREQ=DAILY;INTERVAL=3', 'FREQ=MONTHLY;BYMONTHDAY=31'),
  shortcuts: fc.constantFrom({ 'task.new': 'q' }, { 'task.new': null }, { 'task.new': '' }),
  since: fc.constantFrom('2026-11-20T00:00:00Z', '2026-11-21T09:30:15.250Z'),
  sort: fc.constantFrom('due', '-priority', 'title,-due'),
  timeZone: fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'UTC'),
};
const DAY = /(?:^day|^from|^to|^until|Date|Until|On)$/;

const moments = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2027-12-31'),
  noInvalidDate: true,
});
export const anyDay: fc.Arbitrary<string> = moments.map((moment) => moment.toISOString().slice(0, 10));
export const anyInstant: fc.Arbitrary<string> = moments.map((moment) => moment.toISOString());

/** Returns values that fields with this name accept, or null for any other name. */
export function findKnown(name: string, isText: boolean): fc.Arbitrary<unknown> | null {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name] ?? null;
  return isText && DAY.test(name) ? anyDay : null;
}
