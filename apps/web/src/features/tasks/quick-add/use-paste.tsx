import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { LIMITS } from '@hearth/contracts/core/limits';
import { readTitles } from '#features/tasks/add-line/read-titles.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { readPastedLine, rejectTokenIn, toPastedLines, type PastedLine } from './pasted-lines.ts';
import type { QuickTask } from './quick.data.ts';
import type { Quick } from './use-quick.ts';

interface Paste {
  onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  /** Must be rendered next to the field. */
  dialog: ReactNode;
}

/** Handles pasting into a title. If several lines are pasted, adds one task per line after a preview. */
export function usePaste(
  quick: Quick,
  {
    onAdd,
    onJoin,
  }: { onAdd: (tasks: readonly QuickTask[], hasMore: boolean) => void; onJoin: (line: string) => void },
  /** Text that was pasted before the field was mounted. */
  early = '',
): Paste {
  const [lines, setLines] = useState<readonly PastedLine[] | null>(() => readList(early));
  const now = lines?.slice(0, LIMITS.tasksAtOnce) ?? [];
  const rest = lines?.slice(LIMITS.tasksAtOnce) ?? [];
  const read = now.map((line) => readPastedLine(line, quick));
  return {
    onPaste(event) {
      const found = readList(event.clipboardData.getData('text/plain'));
      if (found === null) return;
      event.preventDefault();
      setLines(found);
    },
    dialog: lines !== null && (
      <PasteDialog
        lines={read}
        more={rest.length}
        onRevert={(at, token) => setLines(rejectTokenIn(lines, at, token))}
        onAdd={() => {
          setLines(rest.length > 0 ? rest : null);
          onAdd(
            read.map(({ task }) => task),
            rest.length > 0,
          );
        }}
        onJoin={() => {
          setLines(null);
          onJoin(lines.map(({ text }) => text).join(' '));
        }}
        onClose={() => setLines(null)}
      />
    ),
  };
}

/** Parses a pasted list. Returns null if the pasted text is a plain title. */
function readList(text: string): PastedLine[] | null {
  const lines = readTitles(text);
  return lines.length < 2 && (lines[0]?.length ?? 0) <= LIMITS.taskTitle ? null : toPastedLines(lines);
}
