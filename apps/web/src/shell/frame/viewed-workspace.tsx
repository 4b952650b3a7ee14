import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { apiOrigin } from '#platform/api/api-client.ts';
import { TeamStoreProvider, type TeamStore } from '#platform/sync/index.ts';
import { openViewInBrowser } from '#platform/sync/opening/view-in-browser.ts';
import { stopView, type View } from '#platform/permissions/view-as.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import styles from './viewed-workspace.module.css';

/** The team as another member sees it, with a banner that states this and offers to end the view. */
export function ViewedWorkspace({ view, children }: { view: View; children: ReactNode }) {
  const { t } = useLingui();
  const [store, setStore] = useState<TeamStore | null>(null);

  useEffect(() => {
    const opened = openViewInBrowser({ apiOrigin, ...view });
    // The view token has expired after an hour, or one of the two users lost the permission.
    const stopStatus = opened.subscribeStatus(() => {
      if (opened.status === 'gone' || opened.status === 'signedOut') stopView();
    });
    let isCurrent = true;
    void opened.ready.then(() => {
      if (isCurrent) setStore(opened);
    });
    return () => {
      isCurrent = false;
      setStore(null);
      stopStatus();
      opened.close();
    };
  }, [view]);

  return (
    <>
      {store === null ? <SkeletonRows /> : <TeamStoreProvider value={store}>{children}</TeamStoreProvider>}
      <aside className={styles.banner} aria-label={t`View as someone else`}>
        <IconEye size={18} stroke={1.7} aria-hidden="true" />
        <span>
          <Trans>
            Viewing as <b>{view.name}</b> (read-only).
          </Trans>
        </span>
        <Button variant="default" onClick={stopView}>
          <Trans>Stop</Trans>
        </Button>
      </aside>
    </>
  );
}
