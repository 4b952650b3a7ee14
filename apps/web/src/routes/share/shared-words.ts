import { LIMITS } from '@hearth/contracts/core/limits';
import { cutText } from '#platform/texts/cut-text.ts';

/** What a phone hands over: any of them may be empty, and the address may as well stand in the text. */
interface Shared {
  title: string;
  text: string;
  url: string;
}

/** What a new task begins with. */
interface TaskWords {
  title: string;
  description: string;
}

/** Reads it from the query of an address, letter by letter: what looks like a number or a list is text all the same. */
export function readShared(query: string): Shared {
  const fields = new URLSearchParams(query);
  // PostgreSQL text cannot hold NUL.
  const read = (name: string) => (fields.get(name) ?? '').replaceAll('\u0000', '').trim();
  return { title: read('title'), text: read('text'), url: read('url') };
}

/**
 * The first line that says something names the task; what is left, and what the name has no room for, describes it.
 * The address is always in the description, where it is a link.
 */
export function nameShared({ title, text, url }: Shared): TaskWords {
  const [first = '', ...others] = text.split('\n');
  const line = (title || first || url).replaceAll(/\s+/g, ' ').trim();
  const name = cutText(line, LIMITS.taskTitle).trimEnd();
  const isAddress = /^https?:\/\/\S+$/.test(name);
  const rest = title === '' && !isAddress ? others.join('\n') : text;
  const parts = [line.slice(name.length), rest].map((part) => part.trim());
  if (!text.includes(url)) parts.push(url);
  return {
    title: name,
    description: cutText(parts.filter((part) => part !== '').join('\n\n'), LIMITS.taskDescription),
  };
}

/** Something was being typed already: it stays, and what is shared comes after it. */
export function joinWords(typed: TaskWords, shared: TaskWords): TaskWords {
  if (typed.title === '' && typed.description === '') return shared;
  const parts =
    typed.title === ''
      ? [typed.description, shared.description]
      : [typed.description, shared.title, shared.description];
  return {
    title: typed.title || shared.title,
    description: cutText(parts.filter((part) => part !== '').join('\n\n'), LIMITS.taskDescription),
  };
}
