import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { isClash } from '#features/tasks/index.ts';
import { showToast } from '#platform/core.ts';
import { useProblemWords } from '#platform/error-words.ts';
import { useSignInAgain } from '#platform/sign-in-again.ts';
import { useTeamStore, type Effect, type Refusal, type TeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/why-not.tsx';
import styles from './notes.module.css';

interface RefusalListProps {
  refusals: readonly Refusal[];
  openTask: (taskId: string) => void;
}

/** The changes that were refused, the first of them with what can be done about each. */
export function RefusalList({ refusals, openTask }: RefusalListProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <section className={styles.refusals} role="alert" aria-label={t`Not saved`}>
      {refusals.slice(0, 3).map((refusal) => (
        <RefusalNote key={refusal.mutation.mutationId} refusal={refusal} openTask={openTask} />
      ))}
      {refusals.length > 3 && (
        <div className={styles.refusal}>
          <p>
            <Plural value={refusals.length - 3} one="And # more." other="And # more." />
          </p>
          <div className={styles.refusalButtons}>
            <Button
              variant="subtle"
              onClick={() => {
                for (const { mutation } of refusals) void store.dismissRefusal(mutation.mutationId);
              }}
            >
              <Trans>Dismiss all</Trans>
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

/** One change that was refused: why, the words that were typed, and what can be done. */
function RefusalNote({ refusal, openTask }: { refusal: Refusal } & Pick<RefusalListProps, 'openTask'>) {
  const { t } = useLingui();
  const problemWords = useProblemWords(refusal.problem);
  const store = useTeamStore();
  const { mutationId, text } = refusal.mutation;
  const retry = () => void store.retryRefusal(mutationId);
  const again = useSignInAgain(retry);
  const { code, action = 'sync.read' } = refusal.problem;
  const projectId = findProject(store, refusal.mutation.effects[0]);
  const why = code === 'FORBIDDEN' && <WhyNot act={action} projectId={projectId} />;
  const clashed = isClash(refusal) ? refusal.mutation.effects[0]?.id : undefined;
  const words =
    clashed === undefined ? why || problemWords : t`Somebody else changed this description while you wrote.`;
  const needsSignIn = refusal.problem.code === 'REAUTH_REQUIRED';
  return (
    <div className={styles.refusal}>
      <p>
        <Trans>
          <strong>This change was not saved.</strong> {words}
        </Trans>
      </p>
      {text !== undefined && text !== '' && <p className={styles.refusedText}>{text}</p>}
      <div className={styles.refusalButtons}>
        {clashed === undefined ? (
          <Button variant="default" loading={again.isBusy} onClick={needsSignIn ? again.start : retry}>
            {needsSignIn ? t`Sign in again` : t`Try again`}
          </Button>
        ) : (
          <Button variant="default" onClick={() => openTask(clashed)}>
            <Trans>See both texts</Trans>
          </Button>
        )}
        {text !== undefined && text !== '' && (
          <Button
            variant="default"
            onClick={() => void navigator.clipboard.writeText(text).then(() => showToast(t`Text copied`))}
          >
            <Trans>Copy text</Trans>
          </Button>
        )}
        <Button variant="subtle" onClick={() => void store.dismissRefusal(mutationId)}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The project that a refused change was about; undefined where it was about none. */
function findProject(store: TeamStore, effect: Effect | undefined): string | null | undefined {
  if (effect?.entity === 'project') return effect.id;
  return effect?.entity === 'task' ? store.row('task', effect.id)?.projectId : undefined;
}
