import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { runAction, useIsOffered, type Action } from '#platform/actions/actions.ts';
import styles from '#features/projects/model/projects.module.css';

/** Button of a form that runs an action with templates. Renders nothing if the action is not offered. */
export function FromTemplate({ action }: { action: Action }) {
  if (!useIsOffered(action)) return null;
  return (
    <Button variant="subtle" className={styles.fromTemplate} onClick={() => runAction(action)}>
      <Trans>From a template</Trans>
    </Button>
  );
}
