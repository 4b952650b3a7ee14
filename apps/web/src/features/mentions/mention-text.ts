import { foldWord } from '@hearth/contracts/core/fold';
import { replaceMentions, writeMention } from '@hearth/contracts/rich-text/comment-values';

/** A member who can be mentioned. */
interface Named {
  id: string;
  name: string;
}

/**
 * Converts display text to stored text. Each `@Name` of a member is replaced by their id. Among members with the same name, the chosen
 * member takes precedence.
 */
export function toStoredText(shown: string, people: readonly Named[], chosen: ReadonlySet<string>): string {
  // Match longer names first so that 'Ann Lee' does not match 'Ann'. Among equal names, chosen members come first.
  const named = people
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length || Number(chosen.has(b.id)) - Number(chosen.has(a.id)));
  let stored = '';
  for (let at = 0; at < shown.length;) {
    const person =
      shown[at] === '@' && !isWithinWord(shown, at)
        ? named.find(({ name }) => isNamedAt(shown, at + 1, name))
        : undefined;
    stored += person === undefined ? shown[at] : writeMention(person.id);
    at += person === undefined ? 1 : person.name.length + 1;
  }
  return stored;
}

/** Converts stored text to display text. Ids are replaced by names, except those of former members. */
export function toDisplayText(stored: string, people: readonly Named[]): string {
  return replaceMentions(stored, (id) => {
    const person = people.find((one) => one.id === id);
    return person === undefined ? writeMention(id) : `@${person.name}`;
  });
}

const LETTER = /[\p{L}\p{N}_]/u;
/** Maximum length of the query after the @. */
const MAX_TYPED = 40;

function isWithinWord(text: string, at: number): boolean {
  return at > 0 && LETTER.test(text[at - 1] ?? '');
}

function isNamedAt(text: string, at: number, name: string): boolean {
  const isMatch = text.slice(at, at + name.length).toLocaleLowerCase() === name.toLocaleLowerCase();
  return isMatch && !LETTER.test(text[at + name.length] ?? '');
}

/** Returns the query after an @ before the caret and the position of the @. Returns null if no mention is in progress. */
export function findTyped(text: string, caret: number): { from: number; typed: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from === -1 || caret - from > MAX_TYPED || isWithinWord(text, from)) return null;
  const typed = text.slice(from + 1, caret);
  return /[\n@]|^\s|\s\s/u.test(typed) ? null : { from, typed };
}

/** Prefix match on names and the words of names. Preserves the order. */
export function findByName<T extends Named>(people: readonly T[], typed: string, most: number): T[] {
  const query = foldWord(typed);
  const matchesQuery = ({ name }: Named): boolean => {
    const all = foldWord(name);
    return all.startsWith(query) || all.includes(` ${query}`);
  };
  return people.filter(matchesQuery).slice(0, most);
}
