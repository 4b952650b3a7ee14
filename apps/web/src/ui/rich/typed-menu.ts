import { Extension, type ChainedCommands } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Trigger characters for members, tasks, blocks, emoji and documents. */
export type Sign = '@' | '#' | '/' | ':' | '[[';

/** The query after a trigger character before the caret. */
export interface Typed {
  sign: Sign;
  text: string;
  /** Start (the trigger character) and end (the caret) of the typed query. */
  from: number;
  to: number;
}

interface ShownTyped {
  typed: Typed;
  /** The trigger character's bounding box on screen. */
  anchor: DOMRect;
}

/** Publishes the query to the menu. The menu handles keys before the editor does. */
export interface TypedWatch {
  /** Returns the same object while the query is unchanged. */
  get: () => ShownTyped | null;
  subscribe: (listener: () => void) => () => void;
  notify: (shown: ShownTyped | null) => void;
  pressKey: (event: KeyboardEvent) => boolean;
  /**
   * Registers the menu's key handler, which returns whether it consumed the key.
   * @returns a function that unregisters `take`
   */
  takeKeys: (take: (event: KeyboardEvent) => boolean) => () => void;
}

export function createTypedWatch(): TypedWatch {
  let now: ShownTyped | null = null;
  const listeners = new Set<() => void>();
  let take: ((event: KeyboardEvent) => boolean) | null = null;
  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(shown) {
      if (shown === now) return;
      now = shown;
      for (const listener of listeners) listener();
    },
    pressKey: (event) => take?.(event) ?? false,
    takeKeys(next) {
      take = next;
      return () => {
        if (take === next) take = null;
      };
    },
  };
}

/** Maximum length of the query after the trigger character. */
const MAX_TYPED = 40;
const TYPED = /(?:^|[\s(])([@#/])((?![\s@#/])[^\n\ufffc@#/]*)?$/u;
/** Requires at least two letters because prose also contains colons (in French, with a space before them). */
const EMOJI = /(?:^|[\s(])(:)([\p{L}\p{M}\p{N}_+-]{2,})$/u;
const EMOJI_QUERY = /^:([\p{L}\p{M}\p{N}_+-]*)$/u;
const BRACKETS = /(\[\[)([^\n\ufffc[\]]*)$/u;

const KEY = new PluginKey<number | null>('typedMenu');
const OPENS_EMOJI_MENU = 'asking for emoji';

/** Inserts a colon and opens the emoji menu regardless of the context. */
export function openEmojiMenu(chain: ChainedCommands): ChainedCommands {
  return chain.insertContent({ type: 'text', text: ':' }).setMeta(OPENS_EMOJI_MENU, true);
}

/** Finds the query before the caret. Returns null if there is none. */
function findTyped(state: EditorState, hasDocuments: boolean): Typed | null {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code === true) return null;
  if ($from.marks().some(({ type }) => type.spec.code === true)) return null;
  const before = parent.textBetween(Math.max(0, parentOffset - MAX_TYPED), parentOffset, '\n', '\ufffc');
  const match = (hasDocuments ? BRACKETS.exec(before) : null) ?? TYPED.exec(before) ?? EMOJI.exec(before);
  if (match === null) {
    const at = KEY.getState(state) ?? null;
    if (at === null || at <= $from.start() || at > $from.pos) return null;
    const [, text] = EMOJI_QUERY.exec(parent.textBetween(at - 1 - $from.start(), parentOffset)) ?? [];
    return text === undefined ? null : { sign: ':', text, from: at - 1, to: $from.pos };
  }
  const [, sign = '', text = ''] = match;
  return { sign: sign as Sign, text, from: $from.pos - text.length - sign.length, to: $from.pos };
}

interface TypedMenuOptions {
  watch: TypedWatch;
  /** Whether documents are offered after two brackets. */
  hasDocuments?: boolean;
}

/** Watches for trigger characters. After Escape, the menu reopens only for another trigger character. */
export function createTypedMenu({ watch, hasDocuments = false }: TypedMenuOptions) {
  let leftAt: number | null = null;
  let last = 'null';

  function notify(view: EditorView): void {
    const typed = view.hasFocus() && view.editable ? findTyped(view.state, hasDocuments) : null;
    if (typed?.from !== leftAt) leftAt = null;
    const shown = leftAt === null ? typed : null;
    const now = JSON.stringify(shown);
    if (now === last) return;
    last = now;
    watch.notify(shown === null ? null : { typed: shown, anchor: anchorOf(view, shown.from) });
  }

  function end(): void {
    last = 'null';
    watch.notify(null);
  }

  return Extension.create({
    name: 'typedMenu',
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: KEY,
          // Position after the colon inserted by `openEmojiMenu`. Null if there is none.
          state: {
            init: () => null,
            apply: (change, at: number | null) => {
              if (change.getMeta(OPENS_EMOJI_MENU) === true) return change.selection.from;
              return at === null ? null : change.mapping.map(at, -1);
            },
          },
          view: () => ({ update: notify, destroy: end }),
          props: {
            handleKeyDown(view, event) {
              if (last === 'null' || event.isComposing) return false;
              if (event.key === 'Escape') {
                leftAt = findTyped(view.state, hasDocuments)?.from ?? null;
                notify(view);
                event.stopPropagation();
                return true;
              }
              return watch.pressKey(event);
            },
            handleDOMEvents: {
              blur() {
                end();
                return false;
              },
            },
          },
        }),
      ];
    },
  });
}

function anchorOf(view: EditorView, at: number): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(at);
  return new DOMRect(left, top, 0, bottom - top);
}
