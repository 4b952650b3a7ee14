import type { ReportSchedule } from '@hearth/contracts/analytics/reports';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useTimeNames } from './report-time-names.ts';
import styles from './analytics.module.css';

/** Shown to recipients who may not change the schedule: the schedule, and a button to unsubscribe. */
export function ReportMailDialog({
  schedule: { weekday, hour },
  onLeft,
  onClose,
}: {
  schedule: ReportSchedule;
  onLeft: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const zone = useRow('team', teamId)?.timeZone ?? 'UTC';
  const names = useTimeNames();
  const [isBusy, setIsBusy] = useState(false);
  const [day, time] = [names.nameWeekday(weekday), names.nameHour(hour)];

  async function leave(): Promise<void> {
    setIsBusy(true);
    try {
      await trackLoading(call('DELETE /teams/{teamId}/analytics/schedule/me', { params: { teamId } }));
      onLeft();
      showToast(t`You no longer get the weekly report`);
      onClose();
    } catch (error) {
      setIsBusy(false);
      showError(explainError(error));
    }
  }

  return (
    <Dialog title={t`Email weekly`} isOpen onClose={onClose}>
      <div className={styles.form}>
        <p>
          <Trans>
            You get this report by email every week: {day}, {time} ({zone}).
          </Trans>
        </p>
        <div className={styles.formFoot}>
          <Button variant="default" isBusy={isBusy} onClick={() => void leave()}>
            <Trans>Stop sending it to me</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
