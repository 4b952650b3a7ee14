import type { RichText } from '@hearth/contracts/rich-text-values';
import { isSameDoc } from '@hearth/contracts/rich-text-words-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { Person } from '#ui/person.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import { When } from '#ui/when.tsx';
import { ChangeWords, type KnownNames } from './change-words.tsx';
import { docOf, writeDescription } from './description.data.ts';
import type { ToldChange } from './past-descriptions.ts';
import { findRestorable } from './restorable.ts';
import { updateTask } from './tasks.data.ts';
import { useRichNames } from './use-rich-names.ts';
import styles from './activity.module.css';

interface ChangeLineProps {
  task: SyncRows['task'];
  change: ToldChange;
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
  const earlier = findEarlier(change);
  const isRestorable = canRestore && earlier !== null && !isSameDoc(earlier, docOf(task));
  return (
    <>
      <Avatar person={person} size={18} />
      <div className={styles.words}>
        <ChangeWords change={change} person={person} known={known} />{' '}
        <When at={change.at} className={styles.when} />
        {earlier !== null && change.old !== '' && (
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
        {isOpen && earlier !== null && <EarlierDescription doc={earlier} />}
      </div>
      {(restorable !== null || isRestorable) && (
        <span className={styles.back}>
          <IconButton
            label={t`Put back what it was before`}
            size={24}
            onClick={() => {
              if (restorable !== null) store.mutate(updateTask(store, task.id, restorable));
              else if (earlier !== null) {
                store.mutate(writeDescription(store, task.id, earlier, task.descriptionVersion));
              }
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

/** What a description was before a change; null of other changes. */
function findEarlier({ field, old, oldDoc }: ToldChange): RichText | null {
  if (field !== 'description' || typeof old !== 'string') return null;
  return docOf({ description: old, descriptionDoc: oldDoc ?? null });
}

function EarlierDescription({ doc }: { doc: RichText }) {
  return (
    <blockquote className={styles.before}>
      <RichView doc={doc} names={useRichNames(doc, null)} />
    </blockquote>
  );
}
