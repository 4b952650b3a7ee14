import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { PasteDialog } from './paste-dialog.tsx';
import { readLines } from './paste-lines.ts';
import { toQuickTask } from './quick-task.ts';
import type { QuickTask } from './quick.data.ts';
import type { Quick } from './use-quick.ts';

interface Paste {
  onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  /** To be shown beside the field. */
  dialog: ReactNode;
}

/** A list of several lines that is pasted into a title makes as many tasks, after a look at them. */
export function usePaste(
  quick: Quick,
  { onAdd, onJoin }: { onAdd: (tasks: readonly QuickTask[]) => void; onJoin: (line: string) => void },
  /** Pasted before the field was there. */
  early = '',
): Paste {
  const [lines, setLines] = useState<readonly string[] | null>(() => readList(early));
  const tasks = (lines ?? [])
    .map((line) => toQuickTask(quick.read(line)))
    .filter(({ fields }) => fields.title !== '');
  return {
    onPaste(event) {
      const found = readList(event.clipboardData.getData('text/plain'));
      if (found === null) return;
      event.preventDefault();
      setLines(found);
    },
    dialog: lines !== null && (
      <PasteDialog
        tasks={tasks}
        onAdd={() => {
          setLines(null);
          onAdd(tasks);
        }}
        onJoin={() => {
          setLines(null);
          onJoin(lines.join(' '));
        }}
        onClose={() => setLines(null)}
      />
    ),
  };
}

/** null for what is no list. */
function readList(text: string): string[] | null {
  const lines = readLines(text);
  return lines.length < 2 ? null : lines;
}
