import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { Plural, Trans } from '@lingui/react/macro';
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useFieldNames } from './field-labels.tsx';
import styles from './cards.module.css';

interface CardStateProps {
  proposal: Proposal;
  undoHours: number;
  isBusy: boolean;
  onUndo: () => void;
}

/** Shows the outcome of a card and offers undo. */
export function CardState({ proposal, undoHours, isBusy, onUndo }: CardStateProps) {
  const formats = useFormats();
  const nameOf = useFieldNames();
  const done = proposal.changes.filter(({ refusal }) => refusal === undefined).length;
  if (proposal.status === 'rejected')
    return (
      <p className={styles.state}>
        <IconX size={16} stroke={1.8} aria-hidden="true" />
        <Trans>Cancelled. Nothing was changed.</Trans>
      </p>
    );
  if (proposal.status === 'expired')
    return (
      <p className={styles.state}>
        <IconClock size={16} stroke={1.7} aria-hidden="true" />
        <Trans>Expired. Ask again to get a new proposal.</Trans>
      </p>
    );
  if (proposal.status === 'undone')
    return (
      <div className={styles.state}>
        <IconArrowBackUp size={16} stroke={1.7} aria-hidden="true" />
        <div>
          <Trans>Undone.</Trans>
          {proposal.kept.map(({ id, title, fields }) => (
            <p key={id}>
              <Trans>
                {title}: kept {formats.list(fields.map(nameOf))}, changed by someone since.
              </Trans>
            </p>
          ))}
        </div>
      </div>
    );
  return (
    <div className={styles.state} data-done>
      <IconCheck size={16} stroke={2} aria-hidden="true" />
      <span>
        {done === proposal.changes.length ? (
          <Plural value={done} one="Done." other="Done, # changes." />
        ) : (
          <Trans>
            {done} of {proposal.changes.length} done
          </Trans>
        )}
      </span>
      {done > 0 && (
        <Button size="tiny" variant="subtle" isBusy={isBusy} onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      )}
      <span className={styles.note}>
        <Plural value={undoHours} one="Can be undone for # hour" other="Can be undone for # hours" />
      </span>
    </div>
  );
}
