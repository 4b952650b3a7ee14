import { Trans } from '@lingui/react/macro';
import { ApiError, NoResponseError } from '#platform/api/api-client.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import type { Failure } from '#features/assistant/talk/conversation-state.ts';
import styles from './chat.module.css';

/** Explains why an answer failed. Offers a retry if retrying can help. */
export function FailureNote({ failure, onAgain }: { failure: Failure; onAgain: () => void }) {
  const { error, retry } = failure;
  const message = useErrorMessages(error);
  const isOff = retry === 'ask' && error instanceof ApiError && error.code === 'FORBIDDEN';
  const isBusy = error instanceof ApiError && error.code === 'CONFLICT';
  const isNotFound = retry === 'load' && error instanceof ApiError && error.status === 404;
  return (
    <div className={styles.trouble} role="alert">
      <p>
        {isOff ? (
          <Trans>The assistant is turned off for this team.</Trans>
        ) : isBusy ? (
          <Trans>Another answer in this conversation is not finished yet.</Trans>
        ) : isNotFound ? (
          <Trans>This conversation no longer exists.</Trans>
        ) : error instanceof NoResponseError ? (
          <Trans>The connection was lost.</Trans>
        ) : (
          message
        )}
      </p>
      {!isOff && !isNotFound && (
        <Button size="small" variant="default" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}
