import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { runAction, useIsOffered, type Action } from '#platform/actions/actions.ts';
import styles from '#features/projects/model/projects.module.css';

/** Link from a form to matching templates. Renders nothing if there are none. */
export function FromTemplate({ action }: { action: Action }) {
  if (!useIsOffered(action)) return null;
  return (
    <Button variant="subtle" className={styles.fromTemplate} onClick={() => runAction(action)}>
      <Trans>From a template</Trans>
    </Button>
  );
}
