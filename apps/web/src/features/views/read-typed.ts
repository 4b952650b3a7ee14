import { isFilterValue } from '@hearth/contracts/view-check-values';
import type { FilterField } from '@hearth/contracts/view-values';

/** What somebody typed into the list of a field's values, where it stands for a value that the list does not have. */
export function readTyped(field: FilterField, typed: string): string | null {
  const text = typed.trim();
  if (field === 'title') return isFilterValue(field, text) ? text : null;
  const compact = text
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(/–|—|to/g, '..');
  const isDay = field === 'due' || field === 'start' || field === 'created' || field === 'closed';
  if (!isDay && field !== 'estimate') return null;
  const candidates = isDay ? [compact, `next${compact}`] : [compact, compact.replaceAll('-', '..')];
  return candidates.find((value) => isFilterValue(field, value)) ?? null;
}
