import { useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { Person } from '#ui/format/person.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { toggleReaction, type Comment } from './comments.data.ts';
import styles from './comment.module.css';

interface CommentReactionsProps {
  comment: Comment;
  mayReact: boolean;
  nameOf: (id: string) => Person;
}

/** Reactions and the members who added them. Pressing a reaction adds or removes the user's own. */
export function CommentReactions({ comment, mayReact, nameOf }: CommentReactionsProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  if (comment.reactions.length === 0) return null;
  return (
    <ul className={styles.reactions} aria-label={t`Reactions`}>
      {comment.reactions.map(({ emoji, userIds }) => {
        const isOwn = userIds.includes(store.userId);
        const names = formats.list(userIds.map((id) => (id === store.userId ? t`You` : nameOf(id).name)));
        const face = (
          <>
            <span aria-hidden="true">{emoji}</span> <span aria-hidden="true">{userIds.length}</span>
            <span className="hidden-text">{t`${emoji}: ${names}`}</span>
          </>
        );
        return (
          <li key={emoji}>
            <Tooltip label={names}>
              {mayReact ? (
                <button
                  type="button"
                  className={styles.reaction}
                  aria-pressed={isOwn}
                  onClick={() => void store.mutate(toggleReaction(store, comment, emoji))}
                >
                  {face}
                </button>
              ) : (
                <span className={styles.reaction}>{face}</span>
              )}
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
