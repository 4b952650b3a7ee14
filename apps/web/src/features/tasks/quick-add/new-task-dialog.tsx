import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { PlanFullNotice, useIsPlanFull } from '#features/billing/index.ts';
import { announce } from '#platform/announce.ts';
import { cutText } from '#platform/cut-text.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { FromTemplate } from '#features/projects/index.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useDraft } from '#ui/drafts.ts';
import { TextField } from '#ui/text-field.tsx';
import { NewTaskFields, type Picks } from './new-task-fields.tsx';
import { QuickChips } from './quick-chips.tsx';
import { takeBackAtCaret } from './quick-keys.ts';
import { toQuickTask } from './quick-task.ts';
import { newTaskFromTemplate } from '#features/tasks/templates/template.actions.ts';
import { createQuickTasks, joinFields, type QuickTask } from './quick.data.ts';
import type { QuickValue } from '#features/tasks/quick-parser/quick-types.ts';
import { SimilarTasks } from './similar-tasks.tsx';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { usePaste } from './use-paste.tsx';
import { useQuick } from './use-quick.ts';
import styles from './new-task.module.css';

interface NewTaskDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Chosen at first. */
  projectId: string | null;
  /** What else it has at first. */
  preset?: Partial<TaskFields>;
}

export function NewTaskDialog({ isOpen, onClose, ...chosen }: NewTaskDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`New task`} isOpen={isOpen} onClose={onClose}>
      <NewTaskForm {...chosen} onClose={onClose} />
    </Dialog>
  );
}

/** Which pieces of the title a picked field takes the place of. */
const KINDS: Readonly<Record<string, readonly QuickValue['kind'][]>> = {
  projectId: ['project'],
  priority: ['priority'],
  assigneeIds: ['person'],
  labelIds: ['label'],
  newLabels: ['label'],
  startDate: ['start', 'range', 'time'],
  // By itself, what comes again is due on its first day.
  dueDate: ['due', 'range', 'repeat', 'time'],
  estimate: ['estimate'],
  repeat: ['repeat'],
};

function NewTaskForm({ projectId, preset, onClose }: Omit<NewTaskDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useDraft('new-task/title', '');
  const [description, setDescription] = useDraft('new-task/description', '');
  const [picks, setPicks] = useState<Picks>({ ...preset, projectId, newLabels: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const isFull = useIsPlanFull('tasks');
  const quick = useQuick(title);
  const typed = toQuickTask(quick.reading);
  const { newLabels: pickedLabels, ...picked } = picks;
  const newLabels = [...new Set([...pickedLabels, ...typed.newLabels])];
  const fields = joinFields(picked, typed.fields);

  function focusTitle(): void {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }

  function write(text: string): void {
    setTitle(text);
    setProblem(null);
  }

  /** What is picked takes the place of what was typed for it. */
  function pick(change: Partial<Picks>): void {
    const kinds = new Set(Object.keys(change).flatMap((field) => KINDS[field] ?? []));
    const gone = quick.reading.tokens.filter(({ values }) => values.some(({ kind }) => kinds.has(kind)));
    const own = { ...picks, ...pickBack(fields, kinds, newLabels), ...change };
    setPicks(own);
    if (gone.length === 0) return;
    const left = gone
      .toReversed()
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), title);
    write(left.replaceAll(/\s+/g, ' ').trimStart());
  }

  function make(tasks: readonly QuickTask[], place: Partial<TaskFields>, hasMore = false): void {
    const count = tasks.length;
    store.mutate(createQuickTasks(store, tasks, place));
    announce(t`${plural(count, { one: 'Task added', other: '# tasks added' })}`);
    if (!hasMore) onClose();
  }

  const paste = usePaste(quick, {
    onAdd: (tasks, hasMore) => make(tasks, picked, hasMore),
    onJoin: (line) => {
      write(cutText(`${title} ${line}`.trim(), LIMITS.taskTitle));
      focusTitle();
    },
  });

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    if (isFull) return;
    if (typed.fields.title === '') return setProblem(t`Enter a title.`);
    if (quick.question !== undefined) {
      form.current?.querySelector<HTMLElement>('[data-quick-answer]')?.focus();
      return;
    }
    make([{ fields: { ...fields, description }, newLabels, remind: typed.remind }], {});
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {isFull && <PlanFullNotice resource="tasks" />}
      <TextField
        label={t`Title`}
        value={title}
        maxLength={LIMITS.taskTitle}
        error={problem}
        autoFocus
        isKept
        onChange={write}
        onKeyDown={(event) => takeBackAtCaret(event, quick)}
        onPaste={paste.onPaste}
      />
      <QuickChips quick={quick} onAnswered={focusTitle} />
      <SimilarTasks title={quick.reading.title} />
      <TextField
        label={t`Description`}
        value={description}
        rows={3}
        isKept
        maxLength={LIMITS.taskDescription}
        onChange={setDescription}
      />
      <NewTaskFields fields={fields} newLabels={newLabels} onPick={pick} />
      <div className={styles.buttons}>
        <FromTemplate action={newTaskFromTemplate} />
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={isFull}>
          <Trans>Create task</Trans>
        </Button>
      </div>
      {paste.dialog}
    </form>
  );
}

/** Of a piece that goes, what it said besides what is picked in its place: the other day of a range, the day of a time, the other labels. */
function pickBack(
  fields: QuickTask['fields'],
  kinds: ReadonlySet<QuickValue['kind']>,
  newLabels: readonly string[],
): Partial<Picks> {
  const back: Partial<Picks> = {};
  if (kinds.has('range') || kinds.has('time')) {
    if (fields.startDate !== undefined) back.startDate = fields.startDate;
    if (fields.dueDate !== undefined) back.dueDate = fields.dueDate;
  }
  if (kinds.has('repeat') && fields.repeat !== undefined) back.repeat = fields.repeat;
  if (kinds.has('label')) {
    back.labelIds = fields.labelIds ?? [];
    back.newLabels = newLabels;
  }
  return back;
}
