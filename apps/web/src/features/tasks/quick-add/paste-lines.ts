import { LIMITS } from '@hearth/contracts/limits';
import { cutText } from '#platform/cut-text.ts';

/** So many tasks are made of one list at most. */
export const MOST_LINES = 200;

const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)])\s+/u;
const BOX = /^\[[ xX]?\]\s+/u;

/** The lines of a pasted list as titles: without bullets, numbers, boxes and indentation; empty lines are left out. */
export function readLines(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(BULLET, '').replace(BOX, '').trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^[-*_=]{3,}$/u.test(line))
    .map((line) => cutText(line, LIMITS.taskTitle))
    .slice(0, MOST_LINES);
}
