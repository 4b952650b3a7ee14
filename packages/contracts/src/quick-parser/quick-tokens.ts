import { foldName, foldWord } from '#core/fold.ts';
import { LIMITS } from '#core/limits.ts';
import { isScalarValue } from '#model/scalar-field-values.ts';
import type { EstimateUnit, Priority } from '#model/task-values.ts';
import { readNumber } from './quick-day-words.ts';
import type { Named, QuickContext, QuickToken, QuickValue } from './quick-types.ts';

const PRIORITY_NAMES: Readonly<Record<string, Priority>> = {
  urgent: 'urgent',
  high: 'high',
  medium: 'medium',
  med: 'medium',
  low: 'low',
  तुरंत: 'urgent',
  ज़रूरी: 'urgent',
  जरूरी: 'urgent',
  ऊँची: 'high',
  ऊंची: 'high',
  मध्यम: 'medium',
  कम: 'low',
  '!': 'high',
  '!!': 'urgent',
};
const OWN_NAMES = new Set(['me', 'मैं', 'मुझे', 'मुझको']);
/** Signs count only at the start of a word, not within URLs and sums. People may also follow a bracket, or an Arabic particle as in و@. */
const SIGNED = /(?<=^|\s)[@#+!~](?=\S)|(?<=(?:^|[\s([])[([]|(?:^|\s)[وبل]ـ?)@(?=\S)/gu;
const AMOUNTS: Readonly<Record<EstimateUnit, RegExp>> = {
  points: /(?<=^|\s)([0-9०-९]{1,3}(?:\.[0-9०-९]{1,2})?)(?:pts?|points?|अंक|पॉइंट)(?=$|[\s,;]|\.(?:\s|$))/giu,
  hours: /(?<=^|\s)([0-9०-९]{1,3}(?:\.[0-9०-९]{1,2})?)(?:h|hrs?|घं|घंटे|घंटा)(?=$|[\s,;]|\.(?:\s|$))/giu,
};
/** Maximum candidates for an ambiguous name. */
const MAX_CHOICES = 5;

/** Whether a name stands for the user who types it, as in `@me`. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name.toLowerCase());
}

/** Finds the tokens of users, projects, labels, priority and estimate by their signs, and estimates with a unit. */
export function findTokens(text: string, context: QuickContext): QuickToken[] {
  const found: QuickToken[] = [];
  for (const { 0: sign, index } of text.matchAll(SIGNED)) {
    if (found.some((other) => index < other.end)) continue;
    const rest = text.slice(index + 1);
    const read = readSign(sign, rest, context);
    if (read === null || read.values.length === 0) continue;
    const end = index + 1 + read.length;
    found.push({ start: index, end, text: text.slice(index, end), values: read.values });
  }
  for (const match of text.matchAll(AMOUNTS[context.estimateUnit])) {
    const value = makeEstimate(match[1] ?? '');
    const [start, end] = [match.index, match.index + match[0].length];
    if (value !== null && !found.some((other) => start < other.end && other.start < end))
      found.push({ start, end, text: match[0], values: [value] });
  }
  return found.toSorted((a, b) => a.start - b.start);
}

interface ReadToken {
  length: number;
  values: readonly QuickValue[];
}

function readSign(sign: string, rest: string, context: QuickContext): ReadToken | null {
  if (sign === '@') return readPerson(rest, context);
  if (sign === '#') return readProject(rest, context);
  if (sign === '+') return readLabel(rest, context);
  const word = /^\S+?(?=[,.;]?(?:\s|$))/u.exec(rest)?.[0] ?? '';
  if (sign === '!') {
    const priority = PRIORITY_NAMES[word.toLowerCase().normalize('NFC')];
    return priority === undefined ? null : { length: word.length, values: [{ kind: 'priority', priority }] };
  }
  const value = /^[0-9०-९]{1,3}(?:\.[0-9०-९]{1,2})?$/u.test(word) ? makeEstimate(word) : null;
  return value === null ? null : { length: word.length, values: [value] };
}

function makeEstimate(digits: string): QuickValue | null {
  const points = readNumber(digits);
  return isScalarValue('estimate', points) ? { kind: 'estimate', points } : null;
}

function readPerson(rest: string, { people, ownId }: QuickContext): ReadToken | null {
  const own = /^[\p{L}\p{M}]+/u.exec(rest)?.[0] ?? '';
  const me = people.find(({ id }) => id === ownId);
  const toValue = ({ id, name }: Named): QuickValue => ({ kind: 'person', id, name });
  if (isOwnName(own) && me !== undefined) {
    return { length: own.length, values: [toValue(me)] };
  }
  const match = findNamed(rest, people, ({ name }) => [name]);
  return match && { length: match.length, values: match.those.map(toValue) };
}

function readProject(rest: string, { projects }: QuickContext): ReadToken | null {
  const match = findNamed(rest, projects, ({ name, key }) => [name, key]);
  return (
    match && {
      length: match.length,
      values: match.those.map(({ id, name }) => ({ kind: 'project', id, name })),
    }
  );
}

function readLabel(rest: string, { labels, mayMakeLabels }: QuickContext): ReadToken | null {
  const match = findNamed(rest, labels, ({ name }) => [name], true);
  if (match !== null) {
    return {
      length: match.length,
      values: match.those.map(({ id, name }) => ({ kind: 'label', id, name })),
    };
  }
  const quoted = /^["“]([^"”]+)["”]/u.exec(rest);
  const name = quoted?.[1]?.trim() ?? /^\p{L}[\p{L}\p{M}\p{N}_-]*/u.exec(rest)?.[0] ?? '';
  if (name === '' || name.length > LIMITS.labelName) return null;
  // The server takes names that differ only in case for one: STRASSE and Straße.
  const same = labels.find((one) => foldName(one.name) === foldName(name));
  if (same === undefined && !mayMakeLabels) return null;
  const value: QuickValue = { kind: 'label', id: same?.id ?? null, name: same?.name ?? name };
  return { length: quoted?.[0].length ?? name.length, values: [value] };
}

/**
 * Finds the name at the start of the text. The longest full name wins. Otherwise the first word is matched as a prefix of names and their
 * words, possibly ambiguously.
 * @param isWhole whether to match only full names, to distinguish new names from existing names
 */
function findNamed<T extends Named>(
  rest: string,
  all: readonly T[],
  namesOf: (one: T) => readonly string[],
  isWhole = false,
): { length: number; those: T[] } | null {
  const typed = fold(rest);
  let length = 0;
  for (const one of all) {
    for (const name of namesOf(one)) {
      const folded = fold(name);
      const isMatch = folded !== '' && typed.startsWith(folded) && isEnd(rest, name.length);
      if (isMatch && name.length > length) length = name.length;
    }
  }
  if (length > 0) {
    const exact = typed.slice(0, length);
    const spelled = lower(rest).slice(0, length);
    const those = all.filter((one) => namesOf(one).some((name) => fold(name) === exact));
    const spelledAlike = those.filter((one) => namesOf(one).some((name) => lower(name) === spelled));
    return { length, those: spelledAlike.length > 0 ? spelledAlike : those };
  }
  if (isWhole) return null;
  const word = /^[\p{L}\p{M}\p{N}_-]+/u.exec(rest)?.[0] ?? '';
  if (word === '' || !isEnd(rest, word.length)) return null;
  const begun = fold(word);
  const isFirst = (one: T) => namesOf(one).some((name) => fold(name).split(/\s+/)[0] === begun);
  const isBegun = (one: T) =>
    namesOf(one).some((name) =>
      fold(name)
        .split(/\s+/)
        .some((part) => part.startsWith(begun)),
    );
  const firsts = all.filter(isFirst);
  const those = firsts.length > 0 ? firsts : all.filter(isBegun);
  return those.length === 0 ? null : { length: word.length, those: those.slice(0, MAX_CHOICES) };
}

/** Folds case without changing the length, to keep offsets valid. */
function lower(text: string): string {
  return text.replaceAll(/./gsu, (sign) => keepLength(sign, sign.toLowerCase()));
}

/** Folds case and accents without changing the length: `@jose` finds José. */
function fold(text: string): string {
  return lower(text).replaceAll(/./gsu, (sign) => keepLength(sign, foldWord(sign)));
}

function keepLength(sign: string, folded: string): string {
  return folded.length === sign.length ? folded : sign;
}

function isEnd(text: string, at: number): boolean {
  return at >= text.length || /[\s,.;:!?)\]،؛؟।]/u.test(text[at] ?? '');
}
