import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  email: 'must be an email address',
  url: 'must be a URL',
  date: 'must be a date such as 2026-11-20',
  datetime: 'must be a date and time such as 2026-11-20T00:00:00Z',
};

/** Returns the default message for an invalid field whose schema defines none. */
export function explainIssue(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'is required' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return isMissing ? 'is required' : `must be ${listAny(issue.values)}`;
    case 'too_small':
      return explainSize(issue.origin, Number(issue.minimum), { isLeast: true, isIncluded: issue.inclusive });
    case 'too_big':
      return explainSize(issue.origin, Number(issue.maximum), {
        isLeast: false,
        isIncluded: issue.inclusive,
      });
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'isn’t in the right format';
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return isMissing ? 'is required' : 'isn’t one of the allowed kinds';
    case 'invalid_key':
      return 'has a key that isn’t allowed';
    default:
      return 'isn’t valid';
  }
}

function explainSize(
  origin: string,
  bound: number,
  { isLeast, isIncluded = true }: { isLeast: boolean; isIncluded: boolean | undefined },
): string {
  if (origin === 'string') {
    if (isLeast) return bound === 1 ? 'can’t be empty' : `must be ${bound} characters or more`;
    return `must be ${bound} characters or fewer`;
  }
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    if (isLeast) return bound === 1 ? 'can’t be empty' : `must have at least ${bound} entries`;
    return `can have up to ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  }
  if (!isIncluded) return `must be ${isLeast ? 'more' : 'less'} than ${bound}`;
  return `must be ${bound} or ${isLeast ? 'more' : 'less'}`;
}

function listAny(values: readonly unknown[]): string {
  const named = values.map(String);
  return named.length < 2 ? named.join() : `one of: ${named.join(', ')}`;
}
