import type { Invoice } from '@hearth/contracts/billing/invoices';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { fetchFile } from '#platform/api/fetch-file.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { saveFile } from '#ui/files/save-file.ts';
import { useFormats } from '#ui/format/formats.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { usePaise } from './use-paise.ts';
import styles from './payment.module.css';

const PAGE = 12;
/** A credit note is issued shortly after the refund. The list is refetched after these delays, in ms. */
const REFETCH_AFTER_MS = [500, 3_000];

/**
 * Invoices and credit notes, latest first, each with a download of the issued file.
 * @param props.changes number of changes made on this screen that may create another document
 */
export function InvoiceList({ changes }: { changes: number }) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const [isBusy, setIsBusy] = useState(false);
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    call('GET /teams/{teamId}/invoices', {
      params: { teamId },
      query: { limit: PAGE, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
  const list = useRequest(teamId, (signal) => read(undefined, signal));
  const look = useEffectEvent(() => list.reload());
  useEffect(() => {
    if (changes === 0) return;
    const timers = REFETCH_AFTER_MS.map((ms) => setTimeout(look, ms));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [changes]);
  const errorMessage = useErrorMessages(list.error);
  const { invoices = [], nextCursor = null } = list.data ?? {};

  async function showMore(): Promise<void> {
    setIsBusy(true);
    try {
      const page = await trackLoading(read(nextCursor ?? undefined));
      list.changeData((now) => ({ ...page, invoices: [...now.invoices, ...page.invoices] }));
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  return (
    <SettingsGroup title={t`Invoices`}>
      {errorMessage !== null && <p className={styles.foot}>{errorMessage}</p>}
      {list.data === undefined && errorMessage === null && <SkeletonRows count={2} />}
      {list.data !== undefined && invoices.length === 0 && (
        <p className={styles.foot}>
          <Trans>No invoices yet. The first comes with the first payment.</Trans>
        </p>
      )}
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} teamId={teamId} invoice={invoice} />
      ))}
      {nextCursor !== null && (
        <div className={styles.foot}>
          <Button variant="subtle" isBusy={isBusy} onClick={() => void showMore()}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
    </SettingsGroup>
  );
}

function InvoiceRow({ teamId, invoice }: { teamId: string; invoice: Invoice }) {
  const { t } = useLingui();
  const formats = useFormats();
  const paise = usePaise();
  const [isFetching, setIsFetching] = useState(false);
  const { id, number, kind, issuedAt, total } = invoice;
  const isCredit = kind === 'credit_note';
  const sum = paise(isCredit ? -total : total);
  const day = formats.moment(issuedAt, { dateStyle: 'medium' });

  async function take(): Promise<void> {
    setIsFetching(true);
    try {
      const path = `/teams/${encodeURIComponent(teamId)}/invoices/${encodeURIComponent(id)}/pdf`;
      saveFile(`hearth-${number.replaceAll(/[^\w-]+/g, '-')}.pdf`, await trackLoading(fetchFile(path)));
    } catch (error) {
      showError(explainError(error));
    }
    setIsFetching(false);
  }

  return (
    <SettingRow
      label={isCredit ? t`Credit note ${number}` : t`Invoice ${number}`}
      hint={
        <Trans>
          {day} · {sum}
        </Trans>
      }
    >
      <Button
        variant="default"
        isBusy={isFetching}
        aria-label={t`Download ${number} as PDF`}
        onClick={() => void take()}
      >
        <Trans>Download</Trans>
      </Button>
    </SettingRow>
  );
}
