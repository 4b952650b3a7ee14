import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconInbox } from '@tabler/icons-react';
import { useAction } from '#platform/actions.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { sendToTriageAction } from '#features/tasks/model/triage.actions.ts';
import { sendAndTell } from '#features/tasks/bulk-edit/triage-send.ts';

/** The button in the panel's head that has a task wait in the triage of its project, where there is one. */
export function SendToTriageButton({ task }: { task: SyncRows['task'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const hasChosen = useHasChosen();
  const hasTriage = useRow('project', task.projectId ?? '')?.hasTriage === true;
  const canSend = hasTriage && task.triage === null && may('task.update', task);
  useAction(sendToTriageAction, send, canSend && !hasChosen);

  function send(): void {
    sendAndTell(store, [task]);
  }

  if (!canSend) return null;
  return (
    <IconButton label={t`Send to triage`} onClick={send}>
      <IconInbox size={17} stroke={1.7} />
    </IconButton>
  );
}
