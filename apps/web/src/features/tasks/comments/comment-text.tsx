import { splitMentions } from '@hearth/contracts/rich-text/comment-values';
import { Suspense } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { Links } from '#ui/format/linked-text.tsx';
import type { Person } from '#ui/format/person.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { splitQuotes } from './quote-text.ts';
import styles from './comment.module.css';

interface CommentTextProps {
  body: string;
  nameOf: (id: string) => Person;
}

const FormattedText = lazyComponent(async () => (await import('./formatted-text.tsx')).FormattedText);

/** Markdown syntax. Text without it is rendered as plain text, without loading the parser. */
const MARKDOWN = /[*_`~]|\]\(|^\s*(?:[-+#]|\d+[.)])\s/m;

/** The text of a comment: formatted Markdown, links, quotes, and mentions with current names. */
export function CommentText({ body, nameOf }: CommentTextProps) {
  const { userId } = useTeamStore();
  const writeText = (text: string) => <PlainText text={text} userId={userId} nameOf={nameOf} />;
  return splitQuotes(body).map(({ from, isQuote, text }) => {
    const Block = isQuote ? 'blockquote' : 'div';
    return (
      <Block key={from} className={isQuote ? styles.quote : styles.words} dir="auto">
        {MARKDOWN.test(text) ? (
          <Suspense fallback={writeText(text)}>
            <FormattedText text={text} nameOf={nameOf} writeText={writeText} />
          </Suspense>
        ) : (
          writeText(text)
        )}
      </Block>
    );
  });
}

function PlainText({
  text,
  userId,
  nameOf,
}: {
  text: string;
  userId: string;
  nameOf: CommentTextProps['nameOf'];
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
