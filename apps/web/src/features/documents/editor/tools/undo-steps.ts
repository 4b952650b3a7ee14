import { Extension, type CommandProps } from '@tiptap/core';
import { Selection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type { UndoManager } from 'yjs';
import { isFromOthers } from '#features/documents/editor/live/origin.ts';

/** Maximum age of an undo step during continuous typing, in ms. The next word then starts a new step. */
const STEP_MS = 2_000;

type ChangeKind = 'typing' | 'deleting' | 'other';

interface UndoStepsOptions {
  now: () => number;
}

interface UndoStepsStorage {
  kind: ChangeKind | null;
  startedAt: number;
  hasEndedWord: boolean;
}

/**
 * Splits the shared undo history into steps. Yjs starts a step only after a pause of 500 ms. Fast typing, a following deletion and a new
 * block would form a single step. Undo and redo place the caret at the change.
 */
export const UndoSteps = Extension.create<UndoStepsOptions, UndoStepsStorage>({
  name: 'undoSteps',
  addOptions: () => ({ now: () => Date.now() }),
  addStorage: () => ({ kind: null, startedAt: 0, hasEndedWord: false }),
  dispatchTransaction({ transaction, next }) {
    const { editor, options, storage } = this;
    const now = options.now();
    if (transaction.docChanged && !isFromOthers(transaction)) {
      const kind = editor.view.composing ? 'typing' : readKind(transaction);
      const isLong = kind === 'typing' && storage.hasEndedWord && now - storage.startedAt >= STEP_MS;
      if (kind === 'other' || kind !== storage.kind || isLong) {
        // Runs before the change is applied to the shared document.
        findUndoManager(editor)?.stopCapturing();
        storage.startedAt = now;
      }
      storage.kind = kind;
      storage.hasEndedWord = kind === 'typing' && /\s$/u.test(readTyped(transaction));
    } else if (!transaction.docChanged && !transaction.selection.eq(editor.state.selection)) {
      // The caret has moved, so the next input starts a new step.
      storage.kind = null;
    }
    next(transaction);
  },
  addCommands: () => ({
    undo: () => (props) => takeStep(props, 'undo'),
    redo: () => (props) => takeStep(props, 'redo'),
  }),
});

function findUndoManager({ state }: Pick<CommandProps['editor'], 'state'>): UndoManager | undefined {
  return (yUndoPluginKey.getState(state) as { undoManager: UndoManager } | undefined)?.undoManager;
}

function takeStep({ editor, tr, dispatch }: CommandProps, direction: 'undo' | 'redo'): boolean {
  const manager = findUndoManager(editor);
  // Not dispatched: the undo manager changes the shared document, and that change reaches the editor.
  tr.setMeta('preventDispatch', true);
  if (manager === undefined) return false;
  if (!(direction === 'undo' ? manager.canUndo() : manager.canRedo())) return false;
  if (dispatch === undefined) return true;
  const before = editor.state.doc;
  manager[direction]();
  const { state, view } = editor;
  const start = state.doc.content.findDiffStart(before.content);
  const end = state.doc.content.findDiffEnd(before.content);
  if (start === null || end === null) return true;
  const $end = state.doc.resolve(Math.max(start, end.a));
  view.dispatch(state.tr.setSelection(Selection.near($end, -1)).scrollIntoView());
  return true;
}

function readKind({ steps }: Transaction): ChangeKind {
  const kinds = new Set(
    steps.map((step): ChangeKind => {
      if (!(step instanceof ReplaceStep)) return 'other';
      const { from, to, slice } = step;
      if (slice.size === 0) return 'deleting';
      const isText = slice.content.content.every((node) => node.isText);
      return from === to && isText ? 'typing' : 'other';
    }),
  );
  const [kind = 'other'] = kinds;
  return kinds.size === 1 ? kind : 'other';
}

function readTyped({ steps }: Transaction): string {
  const last = steps.at(-1);
  return last instanceof ReplaceStep ? last.slice.content.textBetween(0, last.slice.content.size) : '';
}
