import { DAY_MS } from '@hearth/contracts/core/days';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { apiOrigin } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { TeamStoreProvider, type TeamStore } from '#platform/sync/index.ts';
import { openPastInBrowser } from '#platform/sync/opening/past-in-browser.ts';
import { useFormats, wallTimeInZone } from '#ui/format/formats.ts';
import { readTimeZone } from '#ui/format/reader.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { fromZonedTime } from '#ui/format/zoned-time.ts';
import styles from './past-workspace.module.css';

/** Steps that end within this time (ms) before now return to the present. */
const NEARLY_NOW_MS = 600_000;
/** Debounce of URL updates, in ms. */
const SETTLE_MS = 500;

interface PastWorkspaceProps {
  teamId: string;
  userId: string;
  /** The timestamp of the historical snapshot. */
  at: string;
  /** Navigates to another timestamp. Null returns to the present. */
  onGo: (at: string | null) => void;
  children: ReactNode;
}

/** A historical snapshot of the team's data, with a bar for navigating to other times and back to the present. */
export function PastWorkspace({ teamId, userId, at, onGo, children }: PastWorkspaceProps) {
  const { t } = useLingui();
  const [store, setStore] = useState<TeamStore | null>(null);

  useEffect(() => {
    const opened = openPastInBrowser({ apiOrigin, teamId, userId, at });
    const stopStatus = opened.subscribeStatus(() => {
      // A historical snapshot is not stored on the device. Only the present is available without the server.
      if (opened.status !== 'offline' || opened.cursor !== null) return;
      showError(t`The past is kept on the server, which can’t be reached right now.`);
      onGo(null);
    });
    let isCurrent = true;
    void opened.ready.then(() => {
      if (isCurrent) setStore(opened);
    });
    return () => {
      isCurrent = false;
      stopStatus();
      opened.close();
    };
  }, [t, teamId, userId, at, onGo]);

  return (
    <>
      {store === null ? <SkeletonRows /> : <TeamStoreProvider value={store}>{children}</TeamStoreProvider>}
      <PastBar key={at} at={at} onGo={onGo} isBusy={store?.at !== at} />
    </>
  );
}

function PastBar({ at, onGo, isBusy }: Pick<PastWorkspaceProps, 'at' | 'onGo'> & { isBusy: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const zone = readTimeZone();
  const [typed, setTyped] = useState(() => wallTimeInZone(Date.parse(at), zone));
  const [openedAt] = useState(Date.now);
  const latest = wallTimeInZone(openedAt, zone);

  useEffect(() => {
    const moment = fromZonedTime(typed, zone);
    if (Number.isNaN(moment) || typed === wallTimeInZone(Date.parse(at), zone) || typed > latest)
      return undefined;
    const settled = setTimeout(() => onGo(new Date(moment).toISOString()), SETTLE_MS);
    return () => clearTimeout(settled);
  }, [typed, at, zone, latest, onGo]);

  const step = (days: number): void => {
    const moment = Date.parse(at) + days * DAY_MS;
    onGo(moment >= Date.now() - NEARLY_NOW_MS ? null : new Date(moment).toISOString());
  };

  return (
    <aside className={styles.bar} aria-label={t`Time travel`} aria-busy={isBusy}>
      <IconHistory size={18} stroke={1.7} aria-hidden="true" />
      <span className={styles.words} role="status">
        <Trans>
          Viewing <b>{formats.moment(at)}</b>
        </Trans>
      </span>
      <IconButton label={t`Previous day`} size={32} onClick={() => step(-1)}>
        <IconChevronLeft size={16} stroke={1.7} />
      </IconButton>
      <input
        type="datetime-local"
        className={styles.field}
        aria-label={t`Moment`}
        value={typed}
        max={latest}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <IconButton label={t`Next day`} size={32} onClick={() => step(1)}>
        <IconChevronRight size={16} stroke={1.7} />
      </IconButton>
      <Button variant="default" size="small" onClick={() => onGo(null)}>
        <Trans>Back to now</Trans>
      </Button>
    </aside>
  );
}
