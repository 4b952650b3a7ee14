import type { SyncRows } from '@hearth/contracts/sync';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { sendToTriageWithToast } from '#features/tasks/bulk-edit/triage-send.ts';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { duplicateTaskAction, setParentAction } from '#features/tasks/model/tasks.actions.ts';
import { sendToTriageAction } from '#features/tasks/model/triage.actions.ts';
import { duplicateWithToast } from '#features/tasks/templates/duplicate-act.ts';
import { saveTemplate } from '#features/tasks/templates/template.actions.ts';

type OpenDialog = 'parent' | 'template' | null;

interface MenuAct {
  action: Action;
  run: () => void;
  isOffered: boolean;
  /** A menu label, if it differs from the name of the action. */
  name?: MessageDescriptor;
}

interface MenuActs {
  acts: readonly MenuAct[];
  openDialog: OpenDialog;
  closeDialog: () => void;
}

/** Returns the actions of the task menu and the dialog that one of them has opened. Registers the shortcuts of the actions. */
export function useMenuActs(task: SyncRows['task'], canEdit: boolean, links: TaskLinks): MenuActs {
  const store = useTeamStore();
  const may = useMay();
  const hasChosen = useHasChosen();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const hasTriage = useRow('project', task.projectId ?? '')?.hasTriage === true;

  function duplicate(): void {
    const [id] = duplicateWithToast(store, [task.id]);
    if (id !== undefined) links.open(id);
  }

  const parent: MenuAct = {
    action: setParentAction,
    run: () => setOpenDialog('parent'),
    isOffered: canEdit && task.parentId !== HIDDEN_TASK,
  };
  const copy: MenuAct = {
    action: duplicateTaskAction,
    run: duplicate,
    isOffered: may('task.create', { projectId: task.projectId, createdBy: null }),
  };
  const template: MenuAct = {
    action: saveTemplate,
    run: () => setOpenDialog('template'),
    isOffered: may('templates.create'),
    name: msg`Save as template`,
  };
  const triage: MenuAct = {
    action: sendToTriageAction,
    run: () => sendToTriageWithToast(store, [task]),
    isOffered: canEdit && hasTriage && task.triage === null,
  };
  useAction(parent.action, parent.run, parent.isOffered);
  // If tasks are selected in the list, the shortcut applies to the selection instead of the open panel.
  useAction(copy.action, copy.run, copy.isOffered && !hasChosen);
  useAction(template.action, template.run, template.isOffered);
  useAction(triage.action, triage.run, triage.isOffered && !hasChosen);
  return { acts: [copy, parent, triage, template], openDialog, closeDialog: () => setOpenDialog(null) };
}
