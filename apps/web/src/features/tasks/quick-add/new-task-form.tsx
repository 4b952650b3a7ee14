import { LIMITS } from '@hearth/contracts/core/limits';
import { isPlain, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { PlanFullNotice, useIsPlanFull, type BlockedRequest } from '#features/billing/index.ts';
import { FromTemplate } from '#features/projects/index.ts';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { keysAtEnd, useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { isKeepable, tidy } from '#features/tasks/description/description.data.ts';
import { subTasksByParent, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { siblingOf } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import { newTaskFromTemplate } from '#features/tasks/templates/template.actions.ts';
import { NewTaskDescription } from './new-task-description.tsx';
import { NewTaskFields } from './new-task-fields.tsx';
import { dropPieces, type Picks } from './new-task-picks.ts';
import { QuickChips } from './quick-chips.tsx';
import { rejectTokenAtCaret } from './quick-keys.ts';
import { createQuickTasks, type QuickTask } from './quick.data.ts';
import { SimilarTasks } from './similar-tasks.tsx';
import { useNewTaskDraft } from './use-new-task-draft.ts';
import { useNewTaskValues } from './use-new-task-values.ts';
import { usePaste } from './use-paste.tsx';
import styles from './new-task.module.css';

interface NewTaskFormProps {
  onClose: () => void;
  projectId: string | null;
  preset?: Partial<TaskFields>;
}

export function NewTaskForm({ projectId, preset, onClose }: NewTaskFormProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const form = useRef<HTMLFormElement>(null);
  const { title, description, ...draft } = useNewTaskDraft();
  const [problem, setProblem] = useState<string | null>(null);
  const [isAnother, setIsAnother] = useState(false);
  const [round, setRound] = useState(0);
  const isFull = useIsPlanFull('tasks');
  const values = useNewTaskValues(projectId, preset, title);
  const { quick, typed, picked, newLabels, fields } = values;
  const doc = tidy(description);
  const isTooMuch = !isKeepable(doc);

  function focusTitle(): void {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }

  function write(text: string): void {
    draft.setTitle(text);
    setProblem(null);
  }

  const pick = (change: Partial<Picks>): void => {
    const dropped = values.pick(change);
    if (dropped.length > 0) write(dropPieces(title, dropped));
  };

  function make(tasks: readonly QuickTask[], defaults: Partial<TaskFields>, hasMore = false): void {
    const count = tasks.length;
    const message = t`${plural(count, { one: 'Task added', other: '# tasks added' })}`;
    store.mutate(createQuickTasks(store, tasks, defaults));
    if (!isAnother || hasMore) announce(message);
    if (hasMore) return;
    draft.forget();
    if (!isAnother) return onClose();
    // Show a toast because the form stays open and may hide the new task.
    showToast(message);
    setRound(round + 1);
    focusTitle();
  }

  const paste = usePaste(quick, {
    onAdd: (tasks, hasMore) => make(tasks, picked, hasMore),
    onJoin: (line) => {
      write(truncateText(`${title} ${line}`.trim(), LIMITS.taskTitle));
      focusTitle();
    },
  });

  const toTask = (own: Partial<TaskFields> = {}) => ({
    fields: { ...fields, ...own, description: writeRichText(doc) },
    newLabels,
    doc: isPlain(doc) ? undefined : doc,
    remind: typed.remind,
  });
  /** Returns the task as a request that the plan's limit blocks. Returns null if the form is not valid. */
  const readBlocked = (): BlockedRequest | null => {
    const { title: name } = typed.fields;
    if (name === '' || isTooMuch) return null;
    return { kind: 'tasks', name, wish: { tasks: [toTask()], place: {} } };
  };

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    if (isFull || isTooMuch) return;
    if (typed.fields.title === '') {
      focusTitle();
      return setProblem(t`Enter a title.`);
    }
    if (quick.question !== undefined) {
      form.current?.querySelector<HTMLElement>('[data-quick-answer]')?.focus();
      return;
    }
    make([toTask(placeInParent(store, fields.parentId))], {});
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} onKeyDown={submitOnModEnter} noValidate>
      {isFull && <PlanFullNotice resource="tasks" blocked={readBlocked()} />}
      <TextField
        label={t`Title`}
        placeholder={t`Title`}
        value={title}
        maxLength={LIMITS.taskTitle}
        error={problem}
        autoFocus
        isKept
        isHeading
        onChange={write}
        onKeyDown={(event) => rejectTokenAtCaret(event, quick)}
        onPaste={paste.onPaste}
      />
      <QuickChips
        tokens={quick.reading.tokens}
        onRevert={(token) => {
          quick.revert(token);
          focusTitle();
        }}
        onChoose={(token, at) => {
          quick.choose(token, at);
          focusTitle();
        }}
      />
      <SimilarTasks title={quick.reading.title} />
      <NewTaskDescription
        key={round}
        doc={description}
        projectId={fields.projectId ?? null}
        isTooMuch={isTooMuch}
        onChange={draft.setDescription}
      />
      <NewTaskFields fields={fields} newLabels={newLabels} onPick={pick} />
      <NewTaskButtons
        isAnother={isAnother}
        isFull={isFull}
        onAnother={setIsAnother}
        onCancel={() => {
          draft.forget();
          onClose();
        }}
      />
      {paste.dialog}
    </form>
  );
}

function submitOnModEnter(event: React.KeyboardEvent<HTMLFormElement>): void {
  // React events also bubble through portals. Ignore events from a list or dialog outside the form's DOM subtree.
  const isInside = event.currentTarget.contains(event.target as Node);
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isInside) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Returns the position after the last sub-task of the parent. If the parent no longer exists, the task becomes a top-level task. */
function placeInParent(
  store: TeamStore,
  parentId: string | null = null,
): Pick<TaskFields, 'parentId' | 'siblingPosition'> {
  if (parentId === null) return {};
  if (store.row('task', parentId) === undefined) return { parentId: null };
  const [siblingPosition = null] = keysAtEnd(subTasksByParent(store).ids(parentId), 1, siblingOf(store));
  return { parentId, siblingPosition };
}

interface NewTaskButtonsProps {
  isAnother: boolean;
  isFull: boolean;
  onAnother: (isAnother: boolean) => void;
  onCancel: () => void;
}

function NewTaskButtons({ isAnother, isFull, onAnother, onCancel }: NewTaskButtonsProps) {
  const { t } = useLingui();
  return (
    <div className={styles.buttons}>
      <FromTemplate action={newTaskFromTemplate} />
      <span className={styles.another}>
        <Switch label={t`Create another`} isChecked={isAnother} onChange={onAnother} />
      </span>
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Tooltip label={t`Create task`} shortcut="mod+enter">
        <Button type="submit" disabled={isFull}>
          <Trans>Create task</Trans>
        </Button>
      </Tooltip>
    </div>
  );
}
