import type { Editor, EditorEvents } from '@tiptap/core';
import { TextSelection, type Selection } from '@tiptap/pm/state';

/** The selection at the time of a paste whose content is read asynchronously. */
export interface KeptRange {
  /** Selects the range as it is now. Returns a function that restores the selection that was made in the meantime. */
  select: () => () => void;
  /** Stops tracking. */
  release: () => void;
}

/** Tracks a range while this user and others go on writing. */
export function keepRange(editor: Editor): KeptRange {
  const { utils } = editor;
  const track = ({ from, to }: { from: number; to: number }) => {
    let [start, end] = [utils.createMappablePosition(from), utils.createMappablePosition(to)];
    const follow = ({ transaction }: EditorEvents['transaction']): void => {
      if (!transaction.docChanged) return;
      const next = utils.getUpdatedPosition(start, transaction);
      if (next.mapResult === null) {
        // A remote change replaces the whole document, so the positions are found in the shared text.
        [start, end] = [next.position, utils.getUpdatedPosition(end, transaction).position];
        return;
      }
      // Text typed at the position follows the pasted content.
      const first = transaction.mapping.mapResult(start.position, -1);
      const isReplaced = start.position < end.position && first.deletedAfter;
      const last = isReplaced ? first.pos : transaction.mapping.map(end.position, -1);
      [start, end] = [utils.createMappablePosition(first.pos), utils.createMappablePosition(last)];
    };
    editor.on('transaction', follow);
    return {
      get: () => ({ from: start.position, to: Math.max(start.position, end.position) }),
      release: () => void editor.off('transaction', follow),
    };
  };
  const pasted = track(editor.state.selection);
  return {
    release: pasted.release,
    select() {
      const { state, view } = editor;
      const { from, to } = pasted.get();
      const { selection, doc } = state;
      if (selection.from === from && selection.to === to) return () => undefined;
      const own = track(selection);
      view.dispatch(state.tr.setSelection(between(doc, from, to)));
      return () => {
        own.release();
        const now = own.get();
        const { tr } = editor.state;
        view.dispatch(tr.setSelection(between(tr.doc, now.from, now.to)).scrollIntoView());
      };
    },
  };
}

function between(doc: Editor['state']['doc'], from: number, to: number): Selection {
  const { size } = doc.content;
  return TextSelection.between(doc.resolve(Math.min(from, size)), doc.resolve(Math.min(to, size)));
}
