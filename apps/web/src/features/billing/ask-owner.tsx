import { Trans } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button, type ButtonProps } from '#ui/buttons/button.tsx';
import styles from './payment.module.css';

/** Lets members who may not change the plan request a change from the owners with one press. */
export function AskOwner({
  teamId,
  ...look
}: { teamId: string } & Pick<ButtonProps, 'size' | 'isWide' | 'variant'>) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  async function send(): Promise<void> {
    setState('busy');
    setErrorMessage(null);
    try {
      await trackLoading(call('POST /teams/{teamId}/subscription/ask-owner', { params: { teamId } }));
      setState('sent');
    } catch (error) {
      setErrorMessage(explainError(error));
      setState('idle');
    }
  }

  if (state === 'sent') {
    return (
      <p className={styles.done} role="status">
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        <Trans>Asked. The owner has an email with a link to this plan.</Trans>
      </p>
    );
  }
  return (
    <>
      <Button {...look} isBusy={state === 'busy'} onClick={() => void send()}>
        <Trans>Ask the owner</Trans>
      </Button>
      {errorMessage !== null && (
        <p className={styles.trouble} role="alert">
          {errorMessage}
        </p>
      )}
    </>
  );
}
