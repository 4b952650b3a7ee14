import { dropStart } from './tidy-html-parts.ts';

/*
 * Converts checklists to the schema's form: `ul[data-type=taskList] > li[data-type=taskItem][data-checked] > div`. GitHub renders
 * checkboxes as inputs, Google Docs as roles, Notion and others as characters, Confluence as attributes.
 */

const SIGN =
  /^[\s\u00a0]*(?:\[([ xX\u00a0]?)\](?=[\s\u00a0]|$)|([\u2610\u25a1])|([\u2611\u2612]))[\s\u00a0]*/;
/** Checkboxes that are images or empty elements. */
const DRAWN =
  'input[type="checkbox" i], [role="checkbox"], .checkbox, img[alt="checked" i], img[alt="unchecked" i]';

export function tidyChecklists(root: Element): void {
  gatherLines(root);
  for (const item of root.querySelectorAll<HTMLElement>('li')) {
    const isChecked = readCheck(item);
    if (isChecked === null) continue;
    const content = item.ownerDocument.createElement('div');
    content.append(...item.childNodes);
    item.replaceChildren(content);
    item.dataset['type'] = 'taskItem';
    item.dataset['checked'] = String(isChecked);
    if (isChecked) dropStrike(content);
  }
  for (const list of root.querySelectorAll(':is(ul, ol):has(> li[data-type="taskItem"])')) split(list);
}

/** Gathers items that are not in a list: Confluence actions and Word paragraphs that begin with a checkbox. */
function gatherLines(root: Element): void {
  const isLine = (one: Element | null): one is Element =>
    one?.matches('[data-task-state]') === true ||
    (one?.matches('p') === true && /^[\s\u00a0]*[\u2610-\u2612]/.test(one.textContent ?? ''));
  for (const first of root.querySelectorAll('p, [data-task-state]')) {
    if (!isLine(first) || first.closest('li, td, th') !== null) continue;
    const list = first.ownerDocument.createElement('ul');
    first.before(list);
    let next: Element | null = first;
    while (isLine(next)) {
      const line: Element = next;
      next = line.nextElementSibling;
      const item = list.ownerDocument.createElement('li');
      const state = line.getAttribute('data-task-state');
      if (state !== null) item.setAttribute('data-task-state', state);
      item.append(...line.childNodes);
      list.append(item);
      line.remove();
    }
  }
}

/** Whether the item is ticked. Returns null if it has no checkbox. Removes the checkbox. */
function readCheck(item: HTMLElement): boolean | null {
  const { dataset, classList } = item;
  if (dataset['type'] === 'taskItem') return null;
  const box = [...item.querySelectorAll(DRAWN)].find((one) => isFirst(one, item));
  const state = readBox(item) ?? (box === undefined ? null : readBox(box));
  if (box !== undefined) box.remove();
  if (state !== null) return state;
  if (dataset['taskState'] !== undefined) return dataset['taskState'].toUpperCase() === 'DONE';
  if (item.parentElement?.matches('.inline-task-list') === true || dataset['inlineTaskId'] !== undefined)
    return classList.contains('checked');
  const [sign, letter, , ticked] = SIGN.exec(readOwnText(item)) ?? [];
  if (sign === undefined) return null;
  dropStart(item, sign.length);
  return ticked !== undefined || letter?.toLowerCase() === 'x';
}

function readBox(box: Element): boolean | null {
  if (box.getAttribute('role') === 'checkbox') return box.getAttribute('aria-checked') === 'true';
  if (box.tagName === 'INPUT') return box.hasAttribute('checked');
  if (box.tagName === 'IMG') return box.getAttribute('alt')?.toLowerCase() === 'checked';
  if (box.classList.contains('checkbox')) return box.classList.contains('checkbox-on');
  return null;
}

/** Whether no text precedes the checkbox and it does not belong to a nested item. */
function isFirst(box: Element, item: Element): boolean {
  if (box.closest('li') !== item) return false;
  for (let node: Node | null = box; node !== null && node !== item; node = node.parentNode) {
    for (let before = node.previousSibling; before !== null; before = before.previousSibling)
      if ((before.textContent ?? '').trim() !== '') return false;
  }
  return true;
}

function readOwnText(item: Element): string {
  let text = '';
  for (const node of item.childNodes) {
    if (/^(?:UL|OL)$/.test(node.nodeName)) break;
    text += node.textContent ?? '';
  }
  return text;
}

/** Removes the strikethrough that Google Docs applies to completed items because the tick already marks them. */
function dropStrike(content: Element): void {
  for (const part of content.querySelectorAll<HTMLElement>('[data-aside-style*="line-through"]'))
    if (part.closest('li') === content.parentElement) part.style.textDecoration = '';
}

/** Splits a list into runs of items with and without a checkbox, in order. */
function split(list: Element): void {
  const runs: Element[] = [];
  for (const child of list.querySelectorAll(':scope > *')) {
    const isTask = child.getAttribute('data-type') === 'taskItem';
    let run = runs.at(-1);
    if (run === undefined || (run.getAttribute('data-type') === 'taskList') !== isTask) {
      run = list.ownerDocument.createElement(isTask ? 'ul' : list.tagName);
      if (isTask) run.setAttribute('data-type', 'taskList');
      runs.push(run);
    }
    run.append(child);
  }
  list.replaceWith(...runs);
}
