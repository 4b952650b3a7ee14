import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Person } from '#ui/format/person.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import { Timestamp } from '#ui/format/timestamp.tsx';
import type { KnownNames } from '#features/tasks/model/field-change.ts';
import { HistoryChange } from './history-change.tsx';
import { OverwrittenMark } from './overwritten-mark.tsx';
import { findEarlier, type DetailedChange } from './past-descriptions.ts';
import { useRichNames } from '#features/tasks/description/use-rich-names.ts';
import type { MakeCommand, ChangeActions } from './change-actions.ts';
import styles from './activity.module.css';

interface ChangeLineProps {
  change: DetailedChange;
  person: Person;
  known: KnownNames;
  actions: ChangeActions;
  /** Whether the entry contains the latest overwritten value. The shortcut restores that value. */
  hasKey: boolean;
}

/** Describes a change to a field with its author and offers to revert the change. */
export function ChangeLine({ change, person, known, actions, hasKey }: ChangeLineProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [isOpen, setIsOpen] = useState(false);
  const earlier = findEarlier(change);
  const { undo, putBack } = actions;

  function carryOut(make: MakeCommand): void {
    const command = make();
    if (command === null) return;
    store.mutate(command);
    announce(t`Reverted`);
  }

  return (
    <>
      <Avatar person={person} size={18} />
      <div className={styles.words}>
        <HistoryChange change={change} person={person} known={known} />{' '}
        {change.via === 'assistant' && (
          <>
            <Trans>via assistant</Trans>{' '}
          </>
        )}
        <Timestamp at={change.at} className={styles.when} />
        {earlier !== null && change.old !== '' && (
          <>
            {' '}
            <button
              type="button"
              className={styles.what}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? <Trans>Hide previous version</Trans> : <Trans>Show previous version</Trans>}
            </button>
          </>
        )}
        {isOpen && earlier !== null && <EarlierDescription doc={earlier} />}
        {actions.isOverwritten && (
          <OverwrittenMark
            onPutBack={putBack === null ? undefined : () => carryOut(putBack)}
            hasKey={hasKey}
          />
        )}
      </div>
      {undo !== null && (
        <span className={styles.back}>
          <IconButton label={t`Revert to previous version`} size={24} onClick={() => carryOut(undo)}>
            <IconArrowBackUp size={15} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </>
  );
}

function EarlierDescription({ doc }: { doc: RichText }) {
  return (
    <blockquote className={styles.before}>
      <RichView doc={doc} names={useRichNames(doc, null)} />
    </blockquote>
  );
}
