import type { TeamExport as Export } from '@hearth/contracts/transfer/transfer';
import type { Team } from '@hearth/contracts/teams/teams';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Spinner } from '#ui/buttons/spinner.tsx';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { showRefusal } from '#platform/session/sign-in-again.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { formatMoment, useFormats } from '#ui/format/formats.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { useTransferSummary } from './use-transfer-summary.ts';
import { requestExport, fetchExport, listExports } from './transfer.data.ts';

const POLL_EVERY_MS = 1_500;

/** Requests an export of the whole team, and lists the exports available for download. */
export function TeamExport({ team }: { team: Team }) {
  const { t } = useLingui();
  const [isRequesting, setIsRequesting] = useState(false);
  const list = useRequest(`exports of ${team._id}`, (signal) => listExports(team._id, signal));
  const files = list.data ?? [];
  const isWaiting = files.some(({ state }) => state === 'waiting');

  const look = useEffectEvent(() => list.reload());
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => look(), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function startExport(): Promise<void> {
    setIsRequesting(true);
    try {
      const created = await trackLoading(requestExport(team._id));
      list.setData([created, ...files.filter(({ id }) => id !== created.id)]);
    } catch (error) {
      showRefusal(error);
    }
    setIsRequesting(false);
  }

  return (
    <SettingsGroup title={t`Export`}>
      <SettingRow
        label={t`Everything in one file`}
        hint={
          <Plural
            value={TRANSFER.keptHours}
            one="Projects, tasks, comments, history, people, pictures and the audit log as a zip file, readable by people and programs. Invite links and other people’s private projects aren’t included. Available for # hour."
            other="Projects, tasks, comments, history, people, pictures and the audit log as a zip file, readable by people and programs. Invite links and other people’s private projects aren’t included. Available for # hours."
          />
        }
      >
        <Button
          variant="default"
          isBusy={isRequesting}
          disabled={isWaiting}
          onClick={() => void startExport()}
        >
          <Trans>Export team</Trans>
        </Button>
      </SettingRow>
      {files.map((file) => (
        <ExportRow key={file.id} team={team} file={file} />
      ))}
    </SettingsGroup>
  );
}

function ExportRow({ team, file }: { team: Team; file: Export }) {
  const { t } = useLingui();
  const [isFetching, setIsFetching] = useState(false);
  const when = formatMoment(file.askedAt);

  async function take(): Promise<void> {
    setIsFetching(true);
    try {
      const content = await trackLoading(fetchExport(team._id, file.id));
      saveFile(`hearth-${team.key.toLowerCase()}-${file.askedAt.slice(0, 10)}.zip`, content);
      showToast(t`Export downloaded`);
    } catch (error) {
      showRefusal(error);
    }
    setIsFetching(false);
  }

  if (file.state === 'waiting') {
    return (
      <SettingRow label={when} hint={<Trans>Preparing your export. You can keep working.</Trans>}>
        <Spinner label={t`Preparing export`} />
      </SettingRow>
    );
  }
  if (file.state === 'failed') {
    return <SettingRow label={when} hint={<Trans>Export failed. Please try again.</Trans>} />;
  }
  return (
    <SettingRow label={when} hint={<ReadyText file={file} />}>
      <Button
        variant="default"
        isBusy={isFetching}
        aria-label={t`Download export from ${when}`}
        onClick={() => void take()}
      >
        <Trans>Download</Trans>
      </Button>
    </SettingRow>
  );
}

function ReadyText({ file }: { file: Export }) {
  const counts = useTransferSummary(file.counts ?? {});
  const formats = useFormats();
  const kilobytes = Math.ceil((file.bytes ?? 0) / 1_000);
  const size =
    kilobytes < 1_000
      ? formats.number(kilobytes, { style: 'unit', unit: 'kilobyte' })
      : formats.number(kilobytes / 1_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <Trans>
      {counts} · {size}
    </Trans>
  );
}
