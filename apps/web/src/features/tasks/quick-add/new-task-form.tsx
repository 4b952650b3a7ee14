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
import { keysAtEnd, useTeamStore } from '#platform/sync/index.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { isKeepable, tidy } from '#features/tasks/description/description.data.ts';
import { placeWithProjectBoundFields } from '#features/tasks/model/project-bound-fields.ts';
import { useTaskTargets } from '#features/tasks/model/use-task-targets.ts';
import { subTasksByParent, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { siblingOf } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import { newTaskFromTemplate } from '#features/tasks/templates/template.actions.ts';
import { NewTaskDescription } from './new-task-description.tsx';
import { NewTaskFields } from './new-task-fields.tsx';
import { dropPieces, pickOver, type Picks } from './new-task-picks.ts';
import { QuickChips } from './quick-chips.tsx';
import { rejectTokenAtCaret } from './quick-keys.ts';
import { toQuickTask } from './quick-task.ts';
import { createQuickTasks, joinFields, type QuickTask } from './quick.data.ts';
import { SimilarTasks } from './similar-tasks.tsx';
import { useNewTaskDraft } from './use-new-task-draft.ts';
import { usePaste } from './use-paste.tsx';
import { useQuick } from './use-quick.ts';
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
  const { defaultProjectId } = useTaskTargets();
  const [ownPicks, setPicks] = useState<Picks>({ ...preset, projectId, newLabels: [] });
  // Applied on each render because the form of a kept draft opens before the projects are loaded.
  const picks = { ...ownPicks, projectId: ownPicks.projectId ?? defaultProjectId };
  const [problem, setProblem] = useState<string | null>(null);
  const [isAnother, setIsAnother] = useState(false);
  const [round, setRound] = useState(0);
  const isFull = useIsPlanFull('tasks');
  const quick = useQuick(title);
  const typed = toQuickTask(quick.reading);
  const { newLabels: pickedLabels, ...picked } = picks;
  const newLabels = [...new Set([...pickedLabels, ...typed.newLabels])];
  const fields = placeWithProjectBoundFields(store, joinFields(picked, typed.fields));
  const doc = tidy(description);
  const isTooMuch = !isKeepable(doc);

  function focusTitle(): void {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }

  function write(text: string): void {
    draft.setTitle(text);
    setProblem(null);
  }

  /** Sets picked values and removes the title tokens that they replace. */
  function pick(change: Partial<Picks>): void {
    const { picks: own, dropped } = pickOver(picks, { fields, newLabels }, change, quick.reading.tokens);
    setPicks(own);
    if (dropped.length > 0) write(dropPieces(title, dropped));
  }

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

  /** Returns the task as a request that the plan's limit blocks. Returns null if the form is not valid. */
  function readBlocked(): BlockedRequest | null {
    const { title: name } = typed.fields;
    if (name === '' || isTooMuch) return null;
    const own = { ...fields, description: writeRichText(doc) };
    const task = { fields: own, newLabels, doc: isPlain(doc) ? undefined : doc, remind: typed.remind };
    return { kind: 'tasks', name, wish: { tasks: [task], place: {} } };
  }

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
    const own = { ...fields, ...placeInParent(fields.parentId), description: writeRichText(doc) };
    make([{ fields: own, newLabels, doc: isPlain(doc) ? undefined : doc, remind: typed.remind }], {});
  }

  /** Returns the position after the last sub-task of the parent. If the parent no longer exists, the task becomes a top-level task. */
  function placeInParent(parentId: string | null = null): Pick<TaskFields, 'parentId' | 'siblingPosition'> {
    if (parentId === null) return {};
    if (store.row('task', parentId) === undefined) return { parentId: null };
    const [siblingPosition = null] = keysAtEnd(subTasksByParent(store).ids(parentId), 1, siblingOf(store));
    return { parentId, siblingPosition };
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        // React events also bubble through portals. Ignore events from a list or dialog outside the form's DOM subtree.
        const isInside = event.currentTarget.contains(event.target as Node);
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isInside) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      noValidate
    >
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
      <div className={styles.buttons}>
        <FromTemplate action={newTaskFromTemplate} />
        <span className={styles.another}>
          <Switch label={t`Create another`} isChecked={isAnother} onChange={setIsAnother} />
        </span>
        <Button
          variant="default"
          onClick={() => {
            draft.forget();
            onClose();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Tooltip label={t`Create task`} shortcut="mod+enter">
          <Button type="submit" disabled={isFull}>
            <Trans>Create task</Trans>
          </Button>
        </Tooltip>
      </div>
      {paste.dialog}
    </form>
  );
}
