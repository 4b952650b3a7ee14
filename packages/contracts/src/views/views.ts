import { z } from 'zod';
import { describeFilterProblem } from './view-check-values.ts';
import { parseFilter, parseSort } from './view-text-values.ts';
import { FILTER_LIMITS, SORT_FIELDS, type FilterGroup, type SortKey } from './view-values.ts';

/** A filter in URL syntax: `assignee:me;priority-not:none,low`. */
export const filterText = z.string().transform((text, context): FilterGroup => {
  const { filter, problem } = parseFilter(text);
  if (filter !== null) return filter;
  context.addIssue({ code: 'custom', message: describeFilterProblem(problem) });
  return z.NEVER;
});

/** A sort order: `-due,title`. */
export const sortText = z.string().transform((text, context): SortKey[] => {
  const sort = parseSort(text);
  if (sort !== null) return sort;
  context.addIssue({
    code: 'custom',
    message: `must be up to ${FILTER_LIMITS.sorts} different fields such as -due,title, from: ${SORT_FIELDS.join(', ')}`,
  });
  return z.NEVER;
});
