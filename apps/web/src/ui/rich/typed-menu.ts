import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Trigger characters: people, tasks, and blocks. */
export type Sign = '@' | '#' | '/';

/** The query behind a trigger character before the caret. */
export interface Typed {
  sign: Sign;
  text: string;
  /** Where the sign stands, and where the caret does. */
  from: number;
  to: number;
}

/** As much as is looked at of what was typed behind the sign. */
const MOST_TYPED = 40;
const TYPED = /(?:^|[\s(])([@#/])((?![\s@#/])[^\n\ufffc@#/]*)?$/u;

/** @returns null where nothing is asked for */
function findTyped(state: EditorState): Typed | null {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code === true) return null;
  if ($from.marks().some(({ type }) => type.spec.code === true)) return null;
  const before = parent.textBetween(Math.max(0, parentOffset - MOST_TYPED), parentOffset, '\n', '\ufffc');
  const match = TYPED.exec(before);
  if (match === null) return null;
  const [, sign, text = ''] = match;
  return { sign: sign as Sign, text, from: $from.pos - text.length - 1, to: $from.pos };
}

interface TypedMenuOptions {
  /** Told whenever it changes; `place` is where the caret stands on the screen. */
  onTyped: (typed: Typed | null, place: DOMRect | null) => void;
  /** Takes the keys of the menu before they do anything else. @returns whether it did */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Watches for trigger characters. Who leaves the menu with Escape gets it again with another one. */
export function createTypedMenu({ onTyped, onKey }: TypedMenuOptions) {
  let leftAt: number | null = null;
  let last = '';

  function tell(view: EditorView): void {
    const typed = view.hasFocus() ? findTyped(view.state) : null;
    if (typed?.from !== leftAt) leftAt = null;
    const shown = leftAt === null ? typed : null;
    const now = JSON.stringify(shown);
    if (now === last) return;
    last = now;
    onTyped(shown, shown === null ? null : placeOf(view, shown.from));
  }

  return Extension.create({
    name: 'typedMenu',
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: new PluginKey('typedMenu'),
          view: () => ({ update: tell, destroy: () => onTyped(null, null) }),
          props: {
            handleKeyDown(view, event) {
              if (last === '' || last === 'null' || event.isComposing) return false;
              if (event.key === 'Escape') {
                leftAt = findTyped(view.state)?.from ?? null;
                tell(view);
                event.stopPropagation();
                return true;
              }
              return onKey(event);
            },
            handleDOMEvents: {
              blur(view) {
                last = 'null';
                onTyped(null, null);
                void view;
                return false;
              },
            },
          },
        }),
      ];
    },
  });
}

function placeOf(view: EditorView, at: number): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(at);
  return new DOMRect(left, top, 0, bottom - top);
}
