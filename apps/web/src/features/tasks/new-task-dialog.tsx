import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useProjects } from '#features/projects/index.ts';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { ProjectChip } from '#ui/chip.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useDraft } from '#ui/drafts.ts';
import { Picker } from '#ui/picker.tsx';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Priority } from '@hearth/contracts/task-values';
import { PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from './task-words.ts';
import { createTask } from './tasks.data.ts';
import styles from './new-task.module.css';

interface NewTaskDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Chosen at first. */
  projectId: string | null;
}

const NONE = 'none';

export function NewTaskDialog({ isOpen, onClose, projectId }: NewTaskDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`New task`} isOpen={isOpen} onClose={onClose}>
      <NewTaskForm projectId={projectId} onClose={onClose} />
    </Dialog>
  );
}

function NewTaskForm({ projectId, onClose }: Pick<NewTaskDialogProps, 'projectId' | 'onClose'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const projects = useProjects();
  const [title, setTitle] = useDraft('new-task/title', '');
  const [description, setDescription] = useDraft('new-task/description', '');
  const [priority, setPriority] = useState<Priority>('none');
  const [chosenId, setChosenId] = useState(projectId);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = projects.find((project) => project.id === chosenId);

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    const typed = title.trim().replaceAll(/\s+/g, ' ');
    if (typed === '') return setProblem(t`Give the task a title first.`);
    store.mutate(createTask(store, { title: typed, description, priority, projectId: chosen?.id ?? null }));
    announce(t`Task added`);
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Title`}
        value={title}
        maxLength={LIMITS.taskTitle}
        error={problem}
        autoFocus
        isKept
        onChange={(value) => {
          setTitle(value);
          setProblem(null);
        }}
      />
      <TextField
        label={t`Description`}
        value={description}
        rows={3}
        isKept
        maxLength={LIMITS.taskDescription}
        onChange={setDescription}
      />
      <div className={styles.choices}>
        <Picker
          label={t`Project`}
          selected={[chosen?.id ?? NONE]}
          options={[
            { value: NONE, label: t`No project` },
            ...projects.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <ColorDot color={color} />,
            })),
          ]}
          onPick={(id) => setChosenId(id === NONE ? null : id)}
        >
          {chosen === undefined ? t`No project` : <ProjectChip name={chosen.name} color={chosen.color} />}
        </Picker>
        <Picker
          label={t`Priority`}
          selected={[priority]}
          options={PRIORITIES_BY_WEIGHT.map((value) => ({
            value,
            label: t(PRIORITY_WORDS[value]),
            icon: <PriorityGlyph priority={value} />,
          }))}
          onPick={(value) => setPriority(value as Priority)}
        >
          <PriorityGlyph priority={priority} />
          {t(PRIORITY_WORDS[priority])}
        </Picker>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Create task</Trans>
        </Button>
      </div>
    </form>
  );
}
