import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import type { Person } from '#ui/format/person.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { CommentText } from './comment-text.tsx';
import { fetchEarlierTexts, type Comment } from './comments.data.ts';
import styles from './comment.module.css';

interface EarlierTextsProps {
  comment: Comment;
  nameOf: (id: string) => Person;
}

/** The “edited” marker. It opens the earlier versions. */
export function Edited(props: EarlierTextsProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.edited}
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Edited: hide earlier versions` : t`Edited: show earlier versions`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Trans>edited</Trans>
      </button>
      {isOpen && <EarlierTexts {...props} />}
    </>
  );
}

function EarlierTexts({ comment, nameOf }: EarlierTextsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { id, editedAt } = comment;
  const list = useRequest(`${id} ${editedAt}`, (signal) => fetchEarlierTexts(store, comment, signal));
  const errorMessage = useErrorMessages(list.error);
  if (errorMessage !== null) return <p className={styles.faint}>{errorMessage}</p>;
  return (
    <ol className={styles.earlier} aria-label={t`Earlier versions`}>
      {list.data?.map((text) => (
        <li key={text.id}>
          <span className={styles.faint}>
            <Trans>
              Until <Timestamp at={text.at} />
            </Trans>
          </span>
          <CommentText body={text.body} nameOf={nameOf} />
        </li>
      ))}
    </ol>
  );
}
