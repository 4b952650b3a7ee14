import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { Person } from '#ui/person.ts';
import { When } from '#ui/when.tsx';
import { ChangeWords, type KnownNames } from './change-words.tsx';
import { findRestorable } from './restorable.ts';
import { updateTask } from './tasks.data.ts';
import type { PastChange } from './use-task-past.ts';
import styles from './activity.module.css';

interface ChangeLineProps {
  task: SyncRows['task'];
  change: PastChange;
  person: Person;
  known: KnownNames;
  canRestore: boolean;
}

/** One change of one field: who, what it was, what it is, and the way back to what it was. */
export function ChangeLine({ task, change, person, known, canRestore }: ChangeLineProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [isOpen, setIsOpen] = useState(false);
  const restorable = canRestore ? findRestorable(task, change, known) : null;
  const text = change.field === 'description' && typeof change.old === 'string' ? change.old : '';
  return (
    <>
      <Avatar person={person} size={18} />
      <div className={styles.words}>
        <ChangeWords change={change} person={person} known={known} />{' '}
        <When at={change.at} className={styles.when} />
        {text !== '' && (
          <>
            {' '}
            <button
              type="button"
              className={styles.what}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? <Trans>Hide what it was</Trans> : <Trans>Show what it was</Trans>}
            </button>
          </>
        )}
        {isOpen && <blockquote className={styles.before}>{text}</blockquote>}
      </div>
      {restorable !== null && (
        <span className={styles.back}>
          <IconButton
            label={t`Put back what it was before`}
            size={24}
            onClick={() => {
              store.mutate(updateTask(store, task.id, restorable));
              announce(t`Put back`);
            }}
          >
            <IconArrowBackUp size={15} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </>
  );
}
