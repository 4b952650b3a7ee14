import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import {
  buildConfirming,
  countDeletes,
  MAX_DELETED_AT_ONCE,
  type CardEdits,
  type Confirming,
} from './card-edits.ts';
import { CardState } from './card-state.tsx';
import { ChangeRow } from './change-row.tsx';
import { StaleProposalError } from './stale-proposal.ts';
import styles from './cards.module.css';

export interface CardActs {
  confirm: (proposal: Proposal, what: Confirming) => Promise<void>;
  reject: (proposal: Proposal) => Promise<void>;
  undo: (proposal: Proposal) => Promise<void>;
}

interface ProposalCardProps {
  proposal: Proposal;
  acts: CardActs;
  /** Whether the card may take focus: it has just arrived and the user is not typing. */
  takesFocus: boolean;
}

/** Ignore keys pressed this soon after the card takes focus. They were meant for the previously focused element. */
const DEAF_MS = 500;

/** The assistant's proposal, row by row. Nothing is executed until the user confirms it. */
export function ProposalCard({ proposal, acts, takesFocus }: ProposalCardProps) {
  const { t } = useLingui();
  const card = useRef<HTMLElement>(null);
  const since = useRef(0);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [edits, setEdits] = useState<CardEdits>({});
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const errorMessage = useErrorMessages(error);
  const formats = useFormats();
  const isOpen = proposal.status === 'open';
  const { changes } = proposal;
  const chosen = changes.length - left.size;
  const deletes = countDeletes(proposal, left);
  const mustCount = deletes > MAX_DELETED_AT_ONCE;
  const isReady = chosen > 0 && !isBusy && (!mustCount || typed.trim() === String(deletes));
  // A proposal with deletions does not take focus because a repeated key press could confirm it by accident.
  const isKeyed = takesFocus && deletes === 0;
  useEffect(() => {
    if (!isKeyed) return;
    since.current = performance.now();
    card.current?.focus({ preventScroll: true });
  }, [isKeyed]);

  function run(work: Promise<void>): void {
    setIsBusy(true);
    setError(undefined);
    work.catch(setError).finally(() => setIsBusy(false));
  }
  const confirm = () => {
    if (isReady) run(acts.confirm(proposal, buildConfirming(proposal, left, edits)));
  };
  const reject = () => run(acts.reject(proposal));
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    if (!isOpen || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const isOnCard = event.target === event.currentTarget;
    const isInField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (!isOnCard && !isInField) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (performance.now() - since.current < DEAF_MS) return;
    if (event.key === 'Enter') confirm();
    else reject();
  }
  return (
    <section
      ref={card}
      className={styles.card}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Enter and Escape act on the whole card
      tabIndex={isOpen ? 0 : -1}
      aria-label={isOpen ? t`Proposed changes` : t`Changes`}
      data-status={proposal.status}
      onKeyDown={handleKey}
    >
      <ul className={styles.rows}>
        {changes.map((change, at) => (
          <ChangeRow
            // oxlint-disable-next-line react/no-array-index-key -- changes are identified by their index
            key={at}
            change={change}
            edits={edits[at]}
            isChosen={!left.has(at)}
            isOpen={isOpen}
            onChoose={
              isOpen && changes.length > 1 ? (isChosen) => setLeft(toggle(left, at, !isChosen)) : null
            }
            onEdit={(fields) => setEdits({ ...edits, [at]: { ...edits[at], ...fields } })}
          />
        ))}
      </ul>
      {isOpen && mustCount && (
        <label className={styles.count}>
          <Trans>
            Type <b>{deletes}</b> to delete them:
          </Trans>
          <input
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      )}
      {errorMessage !== null && (
        <p className={styles.refusal} role="alert">
          {error instanceof StaleProposalError ? (
            <Trans>
              {formats.list(error.titles)} changed in the meantime. Check the changes and confirm again.
            </Trans>
          ) : (
            errorMessage
          )}
        </p>
      )}
      {isOpen ? (
        <ProposalFoot
          {...{ proposal, chosen, isBusy, isReady }}
          isDeleting={deletes > 0}
          onConfirm={confirm}
          onReject={reject}
        />
      ) : (
        <CardState
          proposal={proposal}
          undoHours={ASSISTANT_LIMITS.undoHours}
          isBusy={isBusy}
          onUndo={() => run(acts.undo(proposal))}
        />
      )}
    </section>
  );
}

interface ProposalFootProps {
  proposal: Proposal;
  /** Number of chosen changes. */
  chosen: number;
  isDeleting: boolean;
  isBusy: boolean;
  isReady: boolean;
  onConfirm: () => void;
  onReject: () => void;
}

function ProposalFoot({
  proposal: { changes, notifies },
  chosen,
  isDeleting,
  isBusy,
  isReady,
  onConfirm,
  onReject,
}: ProposalFootProps) {
  return (
    <footer className={styles.foot}>
      <Button
        size="small"
        variant={isDeleting ? 'danger' : 'filled'}
        isBusy={isBusy}
        disabled={!isReady}
        onClick={onConfirm}
      >
        {chosen < changes.length ? (
          <Trans>
            Confirm {chosen} of {changes.length}
          </Trans>
        ) : (
          <Trans>Confirm</Trans>
        )}
      </Button>
      <Button size="small" variant="subtle" disabled={isBusy} onClick={onReject}>
        <Trans>Cancel</Trans>
      </Button>
      {notifies > 0 && (
        <span className={styles.note}>
          <Plural value={notifies} one="Will notify # person" other="Will notify # people" />
        </span>
      )}
    </footer>
  );
}

function toggle(set: ReadonlySet<number>, index: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(index);
  else next.delete(index);
  return next;
}
