import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { PasteDialog } from './paste-dialog.tsx';
import { readLines } from './paste-lines.ts';
import { toQuickTask, type QuickTask } from './quick.data.ts';
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
): Paste {
  const [lines, setLines] = useState<readonly string[] | null>(null);
  const tasks = (lines ?? [])
    .map((line) => toQuickTask(quick.read(line)))
    .filter(({ fields }) => fields.title !== '');
  return {
    onPaste(event) {
      const found = readLines(event.clipboardData.getData('text/plain'));
      if (found.length < 2) return;
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
