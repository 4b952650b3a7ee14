import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import { useState } from 'react';
import { useProjects } from '#features/projects/index.ts';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { ColorDot } from '#ui/color-dot.tsx';
import { Dialog } from '#ui/dialog.tsx';
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
  return (
    <Dialog title="New task" isOpen={isOpen} onClose={onClose}>
      <NewTaskForm projectId={projectId} onClose={onClose} />
    </Dialog>
  );
}

function NewTaskForm({ projectId, onClose }: Pick<NewTaskDialogProps, 'projectId' | 'onClose'>) {
  const store = useTeamStore();
  const projects = useProjects();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState<Priority>('none');
  const [chosenId, setChosenId] = useState(projectId);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = projects.find((project) => project.id === chosenId);

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    const typed = title.trim().replaceAll(/\s+/g, ' ');
    if (typed === '') return setProblem('Give the task a title first.');
    store.mutate(createTask(store, { title: typed, description, priority, projectId: chosen?.id ?? null }));
    announce('Task added');
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Title"
        value={title}
        maxLength={LIMITS.taskTitle}
        error={problem}
        autoFocus
        onChange={(value) => {
          setTitle(value);
          setProblem(null);
        }}
      />
      <TextField
        label="Description"
        value={description}
        rows={3}
        maxLength={LIMITS.taskDescription}
        onChange={setDescription}
      />
      <div className={styles.choices}>
        <Picker
          label="Project"
          selected={[chosen?.id ?? NONE]}
          options={[
            { value: NONE, label: 'No project' },
            ...projects.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <ColorDot color={color} />,
            })),
          ]}
          onPick={(id) => setChosenId(id === NONE ? null : id)}
        >
          {chosen !== undefined && <ColorDot color={chosen.color} />}
          {chosen?.name ?? 'No project'}
        </Picker>
        <Picker
          label="Priority"
          selected={[priority]}
          options={PRIORITIES_BY_WEIGHT.map((value) => ({
            value,
            label: PRIORITY_WORDS[value],
            icon: <PriorityGlyph priority={value} />,
          }))}
          onPick={(value) => setPriority(value as Priority)}
        >
          <PriorityGlyph priority={priority} />
          {PRIORITY_WORDS[priority]}
        </Picker>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Create task</Button>
      </div>
    </form>
  );
}
