import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { FaultBoundary, type CaughtFault } from '#ui/feedback/fault-boundary.tsx';
import { CopyFault } from './copy-fault.tsx';
import styles from './notes.module.css';

/** An error boundary: an error in a panel must not affect the screen under it. */
export function PanelBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <FaultBoundary renderFault={(fault) => <PanelFault {...fault} onClose={onClose} />}>
      {children}
    </FaultBoundary>
  );
}

function PanelFault({ error, componentStack, retry, onClose }: CaughtFault & { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <section className={styles.refusals} role="alert" aria-label={t`Something went wrong`}>
      <div className={styles.refusal}>
        <p>
          <strong>
            <Trans>Couldn’t show this task.</Trans>
          </strong>{' '}
          <Trans>Your work is safe.</Trans>
        </p>
        <div className={styles.refusalButtons}>
          <Button variant="default" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
          <CopyFault error={error} componentStack={componentStack} />
          <Button variant="subtle" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
