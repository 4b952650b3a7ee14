import { LIMITS } from '@hearth/contracts/limits';
import { cutText } from '#platform/cut-text.ts';

/** What was typed or pasted as titles: a line each, without the marks of lists. */
export function readTitles(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      cutText(
        line
          .replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[[ xX]?\]\s+)?/, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
        LIMITS.taskTitle,
      ),
    )
    .filter((line) => line !== '');
}
