import { splitMentions } from '@hearth/contracts/rich-text/comment-values';
import { Suspense } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { Links } from '#ui/format/linked-text.tsx';
import type { Person } from '#ui/format/person.ts';
import { lazyPart } from '#ui/lazy/load-chunk.ts';
import { splitQuotes } from './quote-text.ts';
import styles from './comment.module.css';

interface CommentWordsProps {
  body: string;
  nameOf: (id: string) => Person;
}

const FormattedWords = lazyPart(async () => (await import('./formatted-words.tsx')).FormattedWords);

/** Text without any of these signs is the same in Markdown. */
const MARKDOWN = /[*_`~]|\]\(|^\s*(?:[-+#]|\d+[.)])\s/m;

/** What somebody said: its Markdown formatted, who is mentioned by the name they have now, links, and quotes set apart. */
export function CommentWords({ body, nameOf }: CommentWordsProps) {
  const { userId } = useTeamStore();
  const writeText = (text: string) => <Words text={text} userId={userId} nameOf={nameOf} />;
  return splitQuotes(body).map(({ from, isQuote, text }) => {
    const Block = isQuote ? 'blockquote' : 'div';
    return (
      <Block key={from} className={isQuote ? styles.quote : styles.words} dir="auto">
        {MARKDOWN.test(text) ? (
          <Suspense fallback={writeText(text)}>
            <FormattedWords text={text} nameOf={nameOf} writeText={writeText} />
          </Suspense>
        ) : (
          writeText(text)
        )}
      </Block>
    );
  });
}

function Words({
  text,
  userId,
  nameOf,
}: {
  text: string;
  userId: string;
  nameOf: CommentWordsProps['nameOf'];
}) {
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
