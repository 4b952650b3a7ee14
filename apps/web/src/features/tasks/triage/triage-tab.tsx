import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { ViewTab } from '#ui/layout/view-tabs.tsx';
import { showTriage } from '#features/tasks/model/triage.actions.ts';
import { isPutOff, waitingByProject } from '#features/tasks/model/triage-waits.ts';
import styles from '#features/tasks/statuses/limits.module.css';

const TRIAGE = '/dashboard/projects/$projectId/triage';

/** The triage tab of a project with the number of tasks in triage that are not snoozed. */
export function TriageTab({ projectId, isShown }: { projectId: string; isShown: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const router = useRouter();
  const today = useToday();
  const store = useTeamStore();
  const waiting = useRows(waitingByProject(store), projectId);
  const count = waiting.filter((task) => !isPutOff(task, today)).length;
  // The latest task that the user has just created. The board on which the user added it does not show it.
  const createdId = waiting.findLast(
    ({ number, createdBy }) => number === 0 && createdBy === store.userId,
  )?.id;
  const params = { projectId };
  useEffect(() => {
    if (createdId !== undefined) showToast(t`In triage until someone accepts it`);
  }, [createdId, t]);
  useAction(showTriage, () => void router.navigate({ to: TRIAGE, params, search: {} }), !isShown);
  return (
    <Tooltip label={t(showTriage.title)} shortcut={showTriage}>
      <ViewTab to={TRIAGE} params={params} search={{}} isShown={isShown}>
        <Trans>Triage</Trans>
        {count > 0 && <span className={styles.waiting}>{formats.number(count)}</span>}
      </ViewTab>
    </Tooltip>
  );
}
