import { LIMITS } from '@hearth/contracts/core/limits';
import { truncateText } from '#platform/texts/truncate-text.ts';

/** Data from a phone's share menu. Any field may be empty, and the text may contain the URL. */
interface Shared {
  title: string;
  text: string;
  url: string;
}

/** Initial content of a new task. */
interface TaskContent {
  title: string;
  description: string;
}

/** Reads the shared fields from a raw query string so that values that look like numbers or lists stay strings. */
export function readShared(query: string): Shared {
  const fields = new URLSearchParams(query);
  // PostgreSQL `text` columns cannot contain NUL.
  const read = (name: string) => (fields.get(name) ?? '').replaceAll('\u0000', '').trim();
  return { title: read('title'), text: read('text'), url: read('url') };
}

/**
 * The shared title, otherwise the first line of the text, otherwise the URL becomes the title. The remaining text, including the part that
 * exceeds the maximum title length, becomes the description. The URL is appended to the description unless the text contains it.
 */
export function nameShared({ title, text, url }: Shared): TaskContent {
  const [first = '', ...others] = text.split('\n');
  const line = (title || first || url).replaceAll(/\s+/g, ' ').trim();
  const name = truncateText(line, LIMITS.taskTitle).trimEnd();
  const isAddress = /^https?:\/\/\S+$/.test(name);
  const rest = title === '' && !isAddress ? others.join('\n') : text;
  const parts = [line.slice(name.length), rest].map((part) => part.trim());
  if (!text.includes(url)) parts.push(url);
  return {
    title: name,
    description: truncateText(parts.filter((part) => part !== '').join('\n\n'), LIMITS.taskDescription),
  };
}

/** Appends shared content to an existing draft. */
export function appendShared(typed: TaskContent, shared: TaskContent): TaskContent {
  if (typed.title === '' && typed.description === '') return shared;
  const parts =
    typed.title === ''
      ? [typed.description, shared.description]
      : [typed.description, shared.title, shared.description];
  return {
    title: typed.title || shared.title,
    description: truncateText(parts.filter((part) => part !== '').join('\n\n'), LIMITS.taskDescription),
  };
}
