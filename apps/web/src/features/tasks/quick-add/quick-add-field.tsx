import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { PlanFullNotice, useIsPlanFull, type BlockedRequest } from '#features/billing/index.ts';
import { useAfterPress } from '#ui/inputs/use-after-press.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { forgetPasted, readPasted, takeEnded } from './type-ahead-add-field.tsx';
import { QuickChips } from './quick-chips.tsx';
import { rejectTokenAtCaret } from './quick-keys.ts';
import { SimilarTasks } from './similar-tasks.tsx';
import { toQuickTask } from './quick-task.ts';
import type { QuickTask } from './quick.data.ts';
import { usePaste } from './use-paste.tsx';
import { useQuick } from './use-quick.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import addButton from '#features/tasks/add-line/add-button.module.css';
import styles from './quick.module.css';

export interface QuickAddFieldProps {
  statusName: string;
  title: string;
  /** Whether the draft was restored after a reload. Such a draft is kept even if the page focuses another element. */
  isFromBefore: boolean;
  onTitle: (title: string) => void;
  onAdd: (tasks: readonly QuickTask[]) => void;
  /** Returns the field values of the column. They apply in addition to those parsed from the line. */
  readDefaults: () => Partial<TaskFields>;
  /** Called when the field closes. If `isByKey`, focus must return to the button. */
  onClose: (isByKey: boolean) => void;
}

/** The open add field. Enter adds a task and keeps the field open. Escape closes the field. Recognized tokens are shown below it. */
export function QuickAddField({
  statusName,
  title,
  isFromBefore,
  onTitle,
  onAdd,
  readDefaults,
  onClose,
}: QuickAddFieldProps) {
  const { t } = useLingui();
  const isFull = useIsPlanFull('tasks');
  const quick = useQuick(title);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isUntouched = useRef(isFromBefore);
  const afterPress = useAfterPress();
  // Put the caret at the end of a restored draft or of buffered input.
  useLayoutEffect(() => {
    const length = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(length, length);
    forgetPasted();
  }, []);
  const addEnded = useEffectEvent(() => {
    const lines = takeEnded(statusName);
    if (lines.length === 0) return;
    if (isFull) onTitle(truncateText([...lines, title].join(' ').trim(), LIMITS.taskTitle));
    else onAdd(lines.map((line) => toQuickTask(quick.read(line))));
  });
  useEffect(() => addEnded(), []);
  const paste = usePaste(
    quick,
    {
      onAdd: (tasks, hasMore) => {
        onAdd(tasks);
        if (!hasMore) field.current?.focus();
      },
      onJoin: (line) => onTitle(truncateText(`${title} ${line}`.trim(), LIMITS.taskTitle)),
    },
    readPasted(),
  );

  function readBlocked(): BlockedRequest | null {
    const task = toQuickTask(quick.reading);
    const { title: name } = task.fields;
    return name === '' ? null : { kind: 'tasks', name, wish: { tasks: [task], place: readDefaults() } };
  }

  /**
   * Adds the task unless the title is empty. Returns false if the plan's limit is reached or a token is ambiguous. In the latter case,
   * focuses the first choice for the token.
   */
  function add(): boolean {
    const task = toQuickTask(quick.reading);
    if (task.fields.title === '') return true;
    if (isFull) return false;
    if (quick.question !== undefined) {
      box.current?.querySelector<HTMLElement>('[data-quick-answer]')?.focus();
      return false;
    }
    onAdd([task]);
    return true;
  }

  return (
    <div
      ref={box}
      className={styles.line}
      onBlur={({ target, relatedTarget }) => {
        // Keep the line if the user opened a link to a similar task in another tab.
        if (field.current?.contains(target) !== true && relatedTarget === null) return;
        const isInside = relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true;
        const isDialogOpen = document.querySelector('[aria-modal="true"]') !== null;
        if (isUntouched.current || isInside || isDialogOpen || quick.question !== undefined) return;
        afterPress(() => {
          if (add()) onClose(false);
        });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (event.target === field.current) onClose(true);
        else field.current?.focus();
      }}
    >
      <textarea
        ref={field}
        className={addButton.addField}
        value={title}
        rows={1}
        data-kept
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        maxLength={LIMITS.taskTitle}
        placeholder={t`What needs doing?`}
        aria-label={t`New task in ${statusName}`}
        onChange={(event) => onTitle(event.currentTarget.value)}
        onPaste={paste.onPaste}
        onPointerDown={() => {
          isUntouched.current = false;
        }}
        onKeyDown={(event) => {
          isUntouched.current = false;
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            if (add()) onTitle('');
          } else rejectTokenAtCaret(event, quick);
        }}
      />
      {isFull && <PlanFullNotice resource="tasks" blocked={readBlocked()} />}
      <QuickChips
        tokens={quick.reading.tokens}
        onRevert={(token) => {
          quick.revert(token);
          field.current?.focus();
        }}
        onChoose={(token, at) => {
          quick.choose(token, at);
          field.current?.focus();
        }}
      />
      <SimilarTasks title={quick.reading.title} />
      {paste.dialog}
    </div>
  );
}
