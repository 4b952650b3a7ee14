import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/actions.ts';
import { useMay } from '#platform/rights.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { SaveTemplateDialog } from './template-later.ts';
import { saveTemplate } from './template.actions.ts';

/** The button in the panel's head that keeps a task with its sub-tasks as a template. */
export function SaveTemplateButton({ task }: { task: SyncRows['task'] }) {
  const { t } = useLingui();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const canSave = may('templates.create');
  useAction(saveTemplate, () => setIsOpen(true), canSave);
  if (!canSave) return null;
  return (
    <>
      <IconButton label={t`Save as template`} onClick={() => setIsOpen(true)}>
        <IconTemplate size={17} stroke={1.7} />
      </IconButton>
      <SaveTemplateDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        of={{ kind: 'task', id: task.id }}
        title={task.title}
      />
    </>
  );
}
