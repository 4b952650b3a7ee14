import type { KeyboardEvent } from 'react';
import type { Quick } from './use-quick.ts';

/** Handles Backspace right after a token. The first press rejects the token but keeps its text. The next press deletes the text. */
export function rejectTokenAtCaret(
  event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>,
  { reading, revert }: Quick,
): void {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key !== 'Backspace' || !isPlain || selectionStart !== selectionEnd) return;
  const token = reading.tokens.find(
    ({ start, end, text }) => end === selectionStart && value.slice(start, end) === text,
  );
  if (token === undefined) return;
  event.preventDefault();
  revert(token);
}
