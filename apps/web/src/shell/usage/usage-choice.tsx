import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { isTrackingRefused, isUsageMeasured } from '#platform/usage/usage-consent.ts';
import { chooseUsage, usage } from './usage-state.ts';
import styles from './usage-choice.module.css';

/** Requests consent once and only if usage is measured and the browser does not opt out of tracking. */
export function UsageNotice() {
  const { t } = useLingui();
  const isReady = useSelected(auth, (state) => state.isReady);
  const isUndecided = useSelected(usage, (state) => state.consent === 'undecided');
  if (!isReady || !isUndecided || !isUsageMeasured() || isTrackingRefused()) return null;
  return (
    <section className={styles.notice} aria-label={t`Usage analytics`}>
      <p>
        <Trans>
          Allow Hearth to count which screens are opened? Never their content: no names, titles or addresses.
        </Trans>
      </p>
      <div className={styles.answers}>
        <Button variant="default" onClick={() => chooseUsage('denied')}>
          <Trans context="answer">No</Trans>
        </Button>
        <Button variant="default" onClick={() => chooseUsage('granted')}>
          <Trans>Allow</Trans>
        </Button>
      </div>
    </section>
  );
}
