import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import styles from './tools.module.css';

interface Found {
  from: number;
  to: number;
}

interface FindState {
  query: string;
  found: readonly Found[];
  /** Index of the current match. -1 if there is none. */
  current: number;
  marks: DecorationSet;
}

const NOTHING: FindState = { query: '', found: [], current: -1, marks: DecorationSet.empty };
/** Maximum number of highlighted matches. */
const MAX = 2_000;
const key = new PluginKey<FindState>('find');

interface FindChange {
  query?: string;
  current?: number;
}

/** Returns the matches, ignoring case. Stops after the block in which the maximum is reached. */
function findInDocument(doc: Node, query: string): Found[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  const found: Found[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock || found.length >= MAX) return found.length < MAX;
    // Non-text nodes count as one character so that offsets stay aligned.
    const text = node.textBetween(0, node.content.size, '\n', '\ufffc');
    for (const match of text.matchAll(pattern)) {
      const from = pos + 1 + match.index;
      found.push({ from, to: from + match[0].length });
    }
    return false;
  });
  return found;
}

function draw(doc: Node, query: string, found: readonly Found[], current: number): FindState {
  const marks = found.map(({ from, to }, at) =>
    Decoration.inline(from, to, { class: (at === current ? styles.foundNow : styles.found) ?? '' }),
  );
  return { query, found, current, marks: DecorationSet.create(doc, marks) };
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    return [
      new Plugin<FindState>({
        key,
        state: {
          init: () => NOTHING,
          apply(tr, before) {
            const change = tr.getMeta(key) as FindChange | undefined;
            if (change === undefined && (before.query === '' || !tr.docChanged)) return before;
            const query = change?.query ?? before.query;
            if (query === '') return NOTHING;
            const found = findInDocument(tr.doc, query);
            const wanted = change?.current ?? (change?.query === undefined ? before.current : 0);
            return draw(tr.doc, query, found, Math.min(wanted, found.length - 1));
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ];
  },
});

export function readFound({ state }: Editor): { count: number; current: number } {
  const { found, current } = key.getState(state) ?? NOTHING;
  return { count: found.length, current };
}

/** Highlights all matches and shows the first match at or after the start of the selection, otherwise the first match. */
export function startFind(editor: Editor, query: string): void {
  const found = findInDocument(editor.state.doc, query);
  const { from } = editor.state.selection;
  const next = found.findIndex((one) => one.from >= from);
  editor.view.dispatch(
    editor.state.tr.setMeta(key, { query, current: Math.max(0, next) } satisfies FindChange),
  );
  showCurrent(editor);
}

export function stepFound(editor: Editor, step: -1 | 1): void {
  const { found, current } = key.getState(editor.state) ?? NOTHING;
  if (found.length === 0) return;
  const next = (current + step + found.length) % found.length;
  editor.view.dispatch(editor.state.tr.setMeta(key, { current: next } satisfies FindChange));
  showCurrent(editor);
}

export function replaceFound(editor: Editor, replacement: string): void {
  const { found, current } = key.getState(editor.state) ?? NOTHING;
  const match = found[current];
  if (match === undefined) return;
  const { tr } = editor.state;
  tr.insertText(replacement, match.from, match.to);
  // Continues after the inserted text so that it is not matched again.
  const after = findInDocument(tr.doc, (key.getState(editor.state) ?? NOTHING).query);
  const next = after.findIndex(({ from }) => from >= match.from + replacement.length);
  editor.view.dispatch(tr.setMeta(key, { current: Math.max(0, next) } satisfies FindChange));
  showCurrent(editor);
}

/** Replaces all highlighted matches. Returns their number. */
export function replaceAllFound(editor: Editor, replacement: string): number {
  const { found } = key.getState(editor.state) ?? NOTHING;
  const { tr } = editor.state;
  for (const { from, to } of found.toReversed()) tr.insertText(replacement, from, to);
  if (found.length > 0) editor.view.dispatch(tr);
  return found.length;
}

/**
 * Ends the search and removes the highlights.
 * @param selects whether to select the current match
 */
export function endFinding(editor: Editor, selects: boolean): void {
  const { found, current } = key.getState(editor.state) ?? NOTHING;
  const match = found[current];
  const { tr } = editor.state;
  if (selects && match !== undefined) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to));
  editor.view.dispatch(tr.setMeta(key, { query: '' } satisfies FindChange));
}

function showCurrent(editor: Editor): void {
  const { found, current } = key.getState(editor.state) ?? NOTHING;
  const match = found[current];
  if (match === undefined) return;
  const { node } = editor.view.domAtPos(match.from);
  const element = node instanceof Element ? node : node.parentElement;
  openAround(element);
  element?.scrollIntoView({ block: 'center' });
}

/** Opens all closed toggles around an element, from the outside in. */
export function openAround(element: Element | null): void {
  const hidden = element?.closest('[data-type="detailsContent"][hidden]') ?? null;
  if (hidden === null) return;
  openAround(hidden.parentElement);
  hidden.closest('[data-type="details"]')?.querySelector<HTMLElement>(':scope > button')?.click();
}
