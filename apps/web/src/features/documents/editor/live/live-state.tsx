import { Trans } from '@lingui/react/macro';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LiveFacts } from './live-document.ts';
import styles from './live.module.css';

/** A change that is acknowledged within this time shows no saving indicator. */
const SHOW_SAVING_AFTER_MS = 400;

/** Shows whether the server has acknowledged all changes, or that it cannot be reached. */
export function LiveState({ facts, isReadOnly }: { facts: LiveFacts; isReadOnly: boolean }) {
  const { unsent, isConnected, isOffline } = facts;
  const isSlow = useSlow(unsent > 0);
  if (isOffline || (!isConnected && unsent > 0)) {
    return (
      <span role="status" className={styles.state} data-kind={unsent > 0 ? 'unsent' : undefined}>
        <IconCloudOff size={15} stroke={1.7} aria-hidden="true" />
        {unsent > 0 ? <Trans>Not synced yet</Trans> : <Trans>Offline</Trans>}
      </span>
    );
  }
  if (isReadOnly || !isConnected) return null;
  return (
    <span role="status" className={styles.state}>
      {unsent > 0 && isSlow ? <Trans>Saving…</Trans> : <Trans>Saved</Trans>}
    </span>
  );
}

function useSlow(isOn: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SHOW_SAVING_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isOn]);
  return isSlow;
}
