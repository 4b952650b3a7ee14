import { splitMentions } from '@hearth/contracts/rich-text/comment-values';
import { useTeamStore } from '#platform/sync/index.ts';
import { Links } from '#ui/format/linked-text.tsx';
import type { Person } from '#ui/format/person.ts';
import { splitQuotes } from './quote-text.ts';
import styles from './comment.module.css';

interface CommentWordsProps {
  body: string;
  nameOf: (id: string) => Person;
}

/** What somebody said: as typed, with who is mentioned by the name they have now, links, and quotes set apart. */
export function CommentWords({ body, nameOf }: CommentWordsProps) {
  return splitQuotes(body).map(({ from, isQuote, text }) => {
    const words = <Words text={text} nameOf={nameOf} />;
    return isQuote ? (
      <blockquote key={from} className={styles.quote} dir="auto">
        {words}
      </blockquote>
    ) : (
      <p key={from} className={styles.words} dir="auto">
        {words}
      </p>
    );
  });
}

function Words({ text, nameOf }: { text: string; nameOf: (id: string) => Person }) {
  const { userId } = useTeamStore();
  return splitMentions(text).map((piece) =>
    'text' in piece ? (
      <Links key={piece.from} text={piece.text} />
    ) : (
      <span key={piece.from} className={styles.mention} data-self={piece.userId === userId || undefined}>
        @{nameOf(piece.userId).name}
      </span>
    ),
  );
}
