import { Button } from '@mantine/core';
import { explainProblem } from '#platform/api-client.ts';
import { showToast } from '#platform/core.ts';
import { useSignInAgain } from '#platform/sign-in-again.ts';
import { useRefusals, useTeamStore, type Refusal } from '#platform/sync/index.ts';
import styles from './shell.module.css';

/** What the server would not do, with the words that were typed: nothing a person wrote disappears silently. */
export function Refusals() {
  const store = useTeamStore();
  const refusals = useRefusals();
  if (refusals.length === 0) return null;
  return (
    <section className={styles.refusals} role="alert" aria-label="Not saved">
      {refusals.slice(0, 3).map((refusal) => (
        <RefusalNote key={refusal.mutation.mutationId} refusal={refusal} />
      ))}
      {refusals.length > 3 && (
        <div className={styles.refusal}>
          <p>And {refusals.length - 3} more.</p>
          <div className={styles.refusalButtons}>
            <Button
              variant="subtle"
              onClick={() => {
                for (const { mutation } of refusals) void store.dismissRefusal(mutation.mutationId);
              }}
            >
              Dismiss all
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

function RefusalNote({ refusal }: { refusal: Refusal }) {
  const store = useTeamStore();
  const { mutationId, text } = refusal.mutation;
  const retry = () => void store.retryRefusal(mutationId);
  const again = useSignInAgain(retry);
  const needsSignIn = refusal.problem.code === 'REAUTH_REQUIRED';
  return (
    <div className={styles.refusal}>
      <p>
        <strong>This change was not saved.</strong> {explainProblem(refusal.problem)}
      </p>
      {text !== undefined && text !== '' && <p className={styles.refusedText}>{text}</p>}
      <div className={styles.refusalButtons}>
        <Button variant="default" loading={again.isBusy} onClick={needsSignIn ? again.start : retry}>
          {needsSignIn ? 'Sign in again' : 'Try again'}
        </Button>
        {text !== undefined && text !== '' && (
          <Button
            variant="default"
            onClick={() => void navigator.clipboard.writeText(text).then(() => showToast('Text copied'))}
          >
            Copy text
          </Button>
        )}
        <Button variant="subtle" onClick={() => void store.dismissRefusal(mutationId)}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
