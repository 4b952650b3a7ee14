import { isCustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import { checkFilter, type FilterProblem } from './view-check-values.ts';
import {
  FILTER_FIELDS,
  FILTER_LIMITS,
  FILTER_OPS,
  isGroup,
  NO_FILTER,
  SORT_FIELDS,
  type Condition,
  type FilterField,
  type FilterGroup,
  type FilterItem,
  type FilterOp,
  type SortKey,
} from './view-values.ts';

/**
 * Formats a filter in the syntax of URLs and the API: `assignee:me;priority-not:none,low`. `;` means AND, `/` means
 * OR, parentheses group, `*` escapes the next character. All of these are valid in a URL
 * unescaped.
 */
export function printFilter(filter: FilterGroup): string {
  const text = filter.items
    .map((item) => (isGroup(item) ? `(${printFilter(item)})` : printCondition(item)))
    .join(filter.match === 'all' ? ';' : '/');
  // The trailing slash marks a single item of a group of alternatives.
  return filter.match === 'any' && filter.items.length === 1 ? `${text}/` : text;
}

function printCondition({ field, op, values }: Condition): string {
  const written = values.map((value) => value.replaceAll(/[*,:;/()]/g, '*$&')).join(',');
  return `${field}${op === 'is' ? '' : `-${op}`}:${written}`;
}

type ParsedFilter = { filter: FilterGroup; problem: null } | { filter: null; problem: FilterProblem };

/** Parses a filter. Missing parentheses at the end are tolerated because programs that detect URLs in text often cut them off. */
export function parseFilter(text: string): ParsedFilter {
  if (text.length > FILTER_LIMITS.text) return { filter: null, problem: { kind: 'tooLong', part: '' } };
  try {
    const filter = new Reader(text).read();
    const problem = checkFilter(filter);
    return problem === null ? { filter, problem } : { filter: null, problem };
  } catch (error) {
    if (error instanceof Unreadable) return { filter: null, problem: error.problem };
    throw error;
  }
}

/** Maximum length of the invalid part shown in error messages. */
const SHOWN_PART = 60;

class Unreadable extends Error {
  readonly problem: FilterProblem;
  constructor(kind: FilterProblem['kind'], part: string) {
    super(`${kind} ${part}`);
    this.problem = { kind, part: part.slice(0, SHOWN_PART) };
  }
}

class Reader {
  #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): FilterGroup {
    if (this.#text === '') return NO_FILTER;
    const filter = this.#readGroup(1);
    if (this.#at < this.#text.length) throw new Unreadable('unread', this.#text.slice(this.#at));
    return filter;
  }

  #readGroup(depth: number): FilterGroup {
    if (depth > FILTER_LIMITS.depth) throw new Unreadable('tooDeep', '');
    const start = this.#at;
    const items: FilterItem[] = [this.#readItem(depth)];
    let joint: string | null = null;
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign !== ';' && sign !== '/') break;
      if (joint !== null && joint !== sign)
        throw new Unreadable('mixed', this.#text.slice(start, this.#at + 1));
      joint = sign;
      this.#at += 1;
      const isEnd = this.#at === this.#text.length || this.#text[this.#at] === ')';
      if (isEnd && sign === '/') break;
      items.push(this.#readItem(depth));
    }
    return { match: joint === '/' ? 'any' : 'all', items };
  }

  #readItem(depth: number): FilterItem {
    if (this.#text[this.#at] !== '(') return this.#readCondition();
    this.#at += 1;
    const group = this.#readGroup(depth + 1);
    if (this.#text[this.#at] === ')') this.#at += 1;
    else if (this.#at < this.#text.length) throw new Unreadable('unread', this.#text.slice(this.#at));
    return group;
  }

  #readCondition(): Condition {
    const [head = ''] = /^[^*,:;/()]*/.exec(this.#text.slice(this.#at)) ?? [];
    if (this.#text[this.#at + head.length] !== ':') {
      throw new Unreadable('unread', this.#text.slice(this.#at) || this.#text);
    }
    const [name = '', op = 'is', ...rest] = head.split('-');
    if (!isOneOf(FILTER_FIELDS, name) && !isCustomFieldName(name)) throw new Unreadable('field', name);
    if (!isOneOf(FILTER_OPS, op) || rest.length > 0) throw new Unreadable('op', head);
    this.#at += head.length;
    const values: string[] = [];
    do {
      this.#at += 1;
      values.push(this.#readValue());
    } while (this.#text[this.#at] === ',');
    return { field: name satisfies FilterField, op: op satisfies FilterOp, values };
  }

  #readValue(): string {
    let value = '';
    for (; this.#at < this.#text.length; this.#at += 1) {
      let sign = this.#text[this.#at] as string;
      if (/[,:;/()]/.test(sign)) break;
      if (sign === '*') {
        this.#at += 1;
        sign = this.#text[this.#at] ?? '';
      }
      value += sign;
    }
    return value;
  }
}

/** Formats a sort order such as `-due,title`. A minus sign means descending. */
export function printSort(sort: readonly SortKey[]): string {
  return sort.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field}`).join(',');
}

/** Parses a sort order. @returns null for an invalid order */
export function parseSort(text: string): SortKey[] | null {
  const keys = text.split(',').map((part): { field: string; isDescending: boolean } => {
    const isDescending = part.startsWith('-');
    return { field: isDescending ? part.slice(1) : part, isDescending };
  });
  const fields = new Set(keys.map(({ field }) => field));
  if (keys.length > FILTER_LIMITS.sorts || fields.size < keys.length) return null;
  return keys.every((key): key is SortKey => isOneOf(SORT_FIELDS, key.field) || isCustomFieldName(key.field))
    ? keys
    : null;
}

function isOneOf<T extends string>(list: readonly T[], text: string): text is T {
  return (list as readonly string[]).includes(text);
}
