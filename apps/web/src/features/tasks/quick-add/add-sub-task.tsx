import { LIMITS } from '@hearth/contracts/core/limits';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { keysAtEnd, useTeamStore } from '#platform/sync/index.ts';
import { subTasksByParent } from '#features/tasks/model/tasks.data.ts';
import { AddLine } from '#features/tasks/add-line/add-line.tsx';
import { siblingOf } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import type { AddSubTaskProps } from '#features/tasks/sub-tasks/sub-tasks.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { readPastedLine, rejectTokenIn, toPastedLines, type PastedLine } from './pasted-lines.ts';
import { QuickChips } from './quick-chips.tsx';
import { rejectTokenAtCaret } from './quick-keys.ts';
import { createQuickTasks, type QuickTask } from './quick.data.ts';
import { useQuick } from './use-quick.ts';
import { readLine } from './read-line.ts';

/** Add field below the sub-tasks. Like all fields for adding tasks, it parses dates, assignees and other tokens. */
export function AddSubTask({ task, room, fieldRef }: AddSubTaskProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [text, setText] = useState('');
  const quick = useQuick(text);
  const [pasted, setPasted] = useState<{ lines: readonly PastedLine[]; add: () => void } | null>(null);
  const looked = pasted?.lines.map((line) => readPastedLine(line, quick)) ?? [];
  /** The previewed tasks of pasted lines. The next call of `add` uses them. */
  const reviewed = useRef<readonly QuickTask[]>([]);

  function add(titles: readonly string[]): void {
    const isTyped = titles.length === 1 && titles[0] === text.trim().replaceAll(/\s+/g, ' ');
    const newTasks = titles
      .map(
        (title, at) =>
          reviewed.current[at] ?? readLine(title, isTyped ? () => quick.reading : (line) => quick.read(line)),
      )
      .filter(({ fields }) => fields.title !== '');
    const siblings = keysAtEnd(subTasksByParent(store).ids(task.id), newTasks.length, siblingOf(store));
    const parts = newTasks.map((one, at) => ({
      ...one,
      fields: { ...one.fields, parentId: task.id, siblingPosition: siblings[at] ?? null },
    }));
    store.mutate(createQuickTasks(store, parts, { projectId: task.projectId }));
    announce(t`${plural(parts.length, { one: '# sub-task added', other: '# sub-tasks added' })}`);
  }

  return (
    <AddLine
      label={t`Add a sub-task…`}
      maxLength={LIMITS.taskTitle}
      room={room}
      fieldRef={fieldRef}
      onText={setText}
      takesLong
      mayAdd={() => {
        if (pasted !== null) return false;
        if (quick.question === undefined) return true;
        document.querySelector<HTMLElement>('[data-understood] [data-quick-answer]')?.focus();
        return false;
      }}
      onKeyDown={(event) => rejectTokenAtCaret(event, quick)}
      onAdd={(lines) => add(lines.map(({ title }) => title))}
      mayAddPasted={(found, addAll) => {
        const lines = toPastedLines(found);
        // If tokens were recognized in the titles, show a preview before they are removed from the titles.
        if (lines.every((line) => readPastedLine(line, quick).tokens.length === 0)) return true;
        setPasted({ lines, add: addAll });
        return false;
      }}
    >
      <QuickChips
        tokens={quick.reading.tokens}
        onRevert={(token) => {
          quick.revert(token);
          fieldRef.current?.focus();
        }}
        onChoose={(token, at) => {
          quick.choose(token, at);
          fieldRef.current?.focus();
        }}
      />
      {pasted !== null && (
        <PasteDialog
          lines={looked}
          more={0}
          onRevert={(at, token) => setPasted({ ...pasted, lines: rejectTokenIn(pasted.lines, at, token) })}
          onAdd={() => {
            setPasted(null);
            reviewed.current = looked.map(({ task: reviewedTask }) => reviewedTask);
            pasted.add();
            reviewed.current = [];
          }}
          onClose={() => setPasted(null)}
        />
      )}
    </AddLine>
  );
}
