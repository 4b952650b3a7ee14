import { isLocale } from '@hearth/contracts/core/locales';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilePlus, IconMail, IconPrinter } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { openNewDocument, useMayMake } from '#features/documents/index.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ReportMailDialog } from './report-mail-dialog.tsx';
import { ReportScheduleDialog } from './report-schedule-dialog.tsx';
import styles from './analytics.module.css';

/** Actions on the report: print, save as a document, or schedule a weekly email. */
export function ReportActions({ projectId }: { projectId: string | undefined }) {
  const { i18n } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const { teamId, userId } = store;
  const may = useMay();
  const mayMake = useMayMake()(projectId ?? null);
  const schedule = useRequest(
    `report-schedule ${teamId}`,
    async (signal) =>
      (await call('GET /teams/{teamId}/analytics/schedule', { params: { teamId }, signal })).schedule,
  );
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const mayPlan = may('analytics.schedule');
  const isReader = schedule.data?.recipientIds.includes(userId) === true;

  /** Opens the dialog once the schedule has loaded. If the request failed, shows its error and retries it. */
  function open(): void {
    setIsOpen(true);
    if (schedule.error === undefined) return;
    showError(explainError(schedule.error));
    schedule.reload();
  }

  async function save(): Promise<void> {
    setIsBusy(true);
    try {
      const language = isLocale(i18n.locale) ? i18n.locale : undefined;
      const query = { projectId, language };
      const { report } = await trackLoading(
        call('GET /teams/{teamId}/analytics/report', { params: { teamId }, query }),
      );
      const { title, markdown } = report;
      openNewDocument(store, router, { title, icon: '📊', projectId: projectId ?? null, markdown });
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.reportActions}>
      {mayMake && (
        <Button
          variant="default"
          isBusy={isBusy}
          icon={<IconFilePlus size={16} stroke={1.7} />}
          onClick={() => void save()}
        >
          <Trans>Save as document</Trans>
        </Button>
      )}
      {(mayPlan || isReader) && (
        <Button variant="default" icon={<IconMail size={16} stroke={1.7} />} onClick={open}>
          <Trans>Email weekly</Trans>
        </Button>
      )}
      <Button variant="default" icon={<IconPrinter size={16} stroke={1.7} />} onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
      {isOpen && schedule.data !== undefined && mayPlan && (
        <ReportScheduleDialog
          schedule={schedule.data}
          projectId={projectId ?? null}
          onChanged={schedule.setData}
          onClose={() => setIsOpen(false)}
        />
      )}
      {isOpen && schedule.data != null && !mayPlan && (
        <ReportMailDialog
          schedule={schedule.data}
          onLeft={schedule.reload}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
