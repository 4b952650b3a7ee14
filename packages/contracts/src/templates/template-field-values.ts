import {
  hasOptions,
  readFieldValue,
  type FieldType,
  type FieldValue,
  type FieldValues,
} from '#custom-fields/custom-field-values.ts';
import { isCalendarDay, addDays } from '#core/days.ts';
import { TEMPLATE_LIMITS, type TemplateValue } from './template-values.ts';

/** The field properties needed for templates. */
export interface TemplateField {
  id: string;
  type: FieldType;
  options: readonly { id: string; name: string }[];
}

interface Capturing {
  toDay: (day: string) => number | null;
  rolesOf: ReadonlyMap<string, number>;
  /** Index of each task in the template. */
  placeOf: ReadonlyMap<string, number>;
}

/** Converts the field values of a task to template values. */
export function captureValues(
  custom: FieldValues,
  fields: readonly TemplateField[],
  context: Capturing,
): Record<string, TemplateValue> {
  return Object.fromEntries(
    fields.flatMap((field): [string, TemplateValue][] => {
      const stored = custom[field.id];
      const value = stored === undefined ? null : captureValue(field, stored, context);
      return value === null ? [] : [[field.id, value]];
    }),
  );
}

function captureValue(
  { type, options }: TemplateField,
  stored: FieldValue,
  { toDay, rolesOf, placeOf }: Capturing,
): TemplateValue | null {
  if (type === 'relation') {
    const tasks = [stored].flat().flatMap((id) => placeOf.get(String(id)) ?? []);
    return tasks.length === 0 ? null : { tasks };
  }
  if (hasOptions(type)) {
    const chosen = options
      .filter(({ id }) => [stored].flat().includes(id))
      .map(({ id, name }) => ({ id, name }));
    return chosen.length === 0 ? null : { options: chosen };
  }
  if (Array.isArray(stored)) return null;
  if (type === 'date') {
    const day = toDay(String(stored));
    return day === null || Math.abs(day) > TEMPLATE_LIMITS.days ? null : { day };
  }
  if (type !== 'person') return { value: stored };
  const role = rolesOf.get(String(stored));
  return role === undefined ? { memberId: String(stored) } : { role };
}

interface Expanding {
  startDate: string;
  /** The user for each role. Null if not assigned. */
  roleIds: readonly (string | null)[];
  idAt: (index: number) => string;
}

/** Field values of a new task. Values of fields that no longer exist are omitted. */
export function expandValues(
  values: Readonly<Record<string, TemplateValue>>,
  fields: readonly TemplateField[],
  context: Expanding,
): FieldValues {
  const expanded = fields.flatMap((field): [string, FieldValue][] => {
    const stored = values[field.id];
    const given = stored === undefined ? null : expandValue(field, stored, context);
    const read = readFieldValue(field, given);
    return 'fault' in read || read.value === null ? [] : [[field.id, read.value]];
  });
  return Object.fromEntries(expanded.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function expandValue(
  { type, options }: TemplateField,
  stored: TemplateValue,
  { startDate, roleIds, idAt }: Expanding,
): FieldValue | null {
  if ('value' in stored) return stored.value;
  if ('role' in stored) return roleIds[stored.role] ?? null;
  if ('memberId' in stored) return stored.memberId;
  if ('tasks' in stored) return stored.tasks.map(idAt);
  if ('day' in stored) return findDay(startDate, stored.day);
  const chosen = stored.options.flatMap(({ id, name }) => {
    const isAlike = (one: { name: string }) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase();
    return (options.find((one) => one.id === id) ?? options.find(isAlike))?.id ?? [];
  });
  return type === 'select' ? (chosen[0] ?? null) : [...new Set(chosen)];
}

/** Returns null outside the supported calendar. */
function findDay(startDate: string, day: number): string | null {
  const at = Date.parse(`${startDate}T00:00:00Z`) + day * 86_400_000;
  const isInRange = at >= Date.parse('0001-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T00:00:00Z');
  const found = isInRange ? addDays(startDate, day) : '';
  return isCalendarDay(found) ? found : null;
}
