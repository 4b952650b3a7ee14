import { dropStart, rename } from './tidy-html-parts.ts';

/* Rebuilds lists from programs that do not nest them. Word writes each item as a paragraph with a level in its style. Word on the web
   writes each item as a separate list. Google Docs writes a nested list next to the item instead of inside it. */

/** For example `mso-list:l0 level2 lfo1`. */
const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const MARKER = /mso-list:\s*ignore/i;
/** A list marker in plain text: a bullet, a number or a letter, followed by two spaces, a non-breaking space or a tab. */
const TYPED_MARKER =
  /^[\s\u00a0]*(?:[\u00b7\u2022\u25e6\u25aa\u2023\u2013\u00a7o-]|\(?(?:\d{1,3}|[a-z]{1,4})[.)])(?:[ \u00a0\t\n]{2,}|\u00a0|\t)/i;
/** Word indents each level by half an inch, 36 points. */
const POINTS_PER_LEVEL = 36;

/** Lists whose items name their level: those of Slack, and those of Quill, which is part of many products. */
const LEVELED = ':is(ul, ol):has(> li[data-stringify-indent]), :is(ul, ol):has(> li[class*="ql-indent-"])';

interface Point {
  element: HTMLElement;
  level: number;
  isOrdered: boolean;
  start: number;
}

export function tidyLists(root: Element): void {
  nestPoints(root, '[class*="MsoList" i], [data-aside-style*="mso-list" i]', readWordPoint);
  nestPoints(root, '.ListContainerWrapper', (element) => readPoints(element, ':scope > :is(ul, ol) > li'));
  nestPoints(root, LEVELED, (element) => readPoints(element, ':scope > li'));
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') before.append(list);
    else list.before(...list.children);
  }
  for (const list of root.querySelectorAll('li > :is(ul, ol):first-child')) stayBelow(list);
}

/** Moves a nested list from an item without text into the previous item. If there is none, the empty item is kept. */
function stayBelow(list: Element): void {
  const point = list.parentElement;
  if (point === null || [...point.childNodes].some((node) => isWord(node) && node !== list)) return;
  const before = point.previousElementSibling;
  if (before === null) return point.prepend(point.ownerDocument.createElement('p'));
  before.append(...point.children);
  point.remove();
}

function isWord(node: Node): boolean {
  return !/^(?:UL|OL)$/.test(node.nodeName) && (node.textContent ?? '').trim() !== '';
}

/** Builds nested lists from consecutive items. */
function nestPoints(root: Element, selector: string, read: (element: HTMLElement) => Point[]): void {
  const done = new Set<HTMLElement>();
  for (const first of root.querySelectorAll<HTMLElement>(selector)) {
    if (done.has(first)) continue;
    const lists: { list: Element; level: number; isOrdered: boolean }[] = [];
    let next: Element | null = first;
    while (next !== null && next.matches(selector)) {
      const element = next as HTMLElement;
      next = element.nextElementSibling;
      done.add(element);
      const points = read(element);
      const last = lists.at(-1)?.list.lastElementChild;
      // A paragraph without a marker continues the item above it.
      if (points.length === 0 && last != null && element.className.startsWith('Mso')) last.append(element);
      else if (points.length === 0) break;
      for (const point of points) insertPoint(point, lists, element);
      if (points.length > 0) element.remove();
    }
  }
}

function insertPoint(
  { element, level, isOrdered, start }: Point,
  lists: { list: Element; level: number; isOrdered: boolean }[],
  at: Element,
): void {
  const { ownerDocument } = element;
  while ((lists.at(-1)?.level ?? 0) > level && lists.length > 1) lists.pop();
  let top = lists.at(-1);
  if (top !== undefined && top.level >= level && top.isOrdered !== isOrdered) {
    lists.pop();
    top = lists.at(-1);
  }
  if (top === undefined || top.level < level) {
    const list = ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
    if (isOrdered && start !== 1) list.setAttribute('start', String(start));
    const around = top?.list.lastElementChild;
    if (around == null) at.before(list);
    else around.append(list);
    top = { list, level, isOrdered };
    lists.push(top);
  }
  const item = ownerDocument.createElement('li');
  item.append(...(element.tagName === 'LI' ? element.childNodes : [rename(element, 'p')]));
  top.list.append(item);
}

/** Reads a Word paragraph and removes its marker. Returns no items if it has no marker. */
function readWordPoint(element: HTMLElement): Point[] {
  const style = element.getAttribute('data-aside-style') ?? '';
  const [, written] = LEVEL.exec(style) ?? [];
  if (!/^(?:p|div)$/i.test(element.tagName)) return [];
  const markers = [...element.querySelectorAll('[data-aside-style]')].filter((one) =>
    MARKER.test(one.getAttribute('data-aside-style') ?? ''),
  );
  let sign = (markers[0]?.textContent ?? '').trim();
  if (markers.length === 0) {
    const [typed] = TYPED_MARKER.exec(element.textContent ?? '') ?? [];
    if (typed === undefined) return [];
    sign = typed.trim();
    dropStart(element, typed.length);
  }
  for (const marker of markers) marker.remove();
  const [, number] = /^\(?(\d{1,6})[.)]/.exec(sign) ?? [];
  const isOrdered = number !== undefined || /^\(?[a-z]{1,6}[.)]$/i.test(sign);
  const { marginLeft } = element.style;
  const inPoints = (Number.parseFloat(marginLeft) || 0) * (marginLeft.endsWith('in') ? 72 : 1);
  const level =
    written === undefined ? Math.max(1, Math.round(inPoints / POINTS_PER_LEVEL)) : Number(written);
  return [{ element, level, isOrdered, start: number === undefined ? 1 : Number(number) }];
}

/** Returns the list items in an element. Their level is an attribute: Word on the web and Slack write items as separate lists. */
function readPoints(element: HTMLElement, selector: string): Point[] {
  return [...element.querySelectorAll<HTMLElement>(selector)].map((item) => ({
    element: item,
    level: readLevel(item),
    isOrdered:
      (item.dataset['list'] ?? (item.parentElement?.tagName === 'OL' ? 'ordered' : '')) === 'ordered',
    start: Number(item.parentElement?.getAttribute('start') ?? 1) || 1,
  }));
}

function readLevel(item: HTMLElement): number {
  const { dataset, className } = item;
  const level = Number(dataset['ariaLevel'] ?? item.getAttribute('aria-level') ?? 0);
  const [, indent = dataset['stringifyIndent']] = /\bql-indent-(\d)\b/.exec(className) ?? [];
  return level || Number(indent ?? 0) + 1;
}
