/* oxlint-disable react/no-array-index-key -- parts of an answer have no id */
import type { Citation } from '@hearth/contracts/assistant/assistant';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { useLingui } from '@lingui/react/macro';
import { Fragment, useMemo } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { RichNames } from '#ui/rich/rich-names.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import type { TaskNavigation } from '#features/search/index.ts';
import { CitationLink } from './citation-link.tsx';
import { dropPartialCitation, splitMarks, sanitizeAnswer } from './sanitize-answer.ts';
import styles from './answers.module.css';

interface AnswerTextProps {
  text: string;
  citations: readonly Citation[];
  navigation: TaskNavigation;
}

/** Renders the assistant's answer like any rich text, with citations as numbered links. */
export function AnswerText({ text, citations, navigation }: AnswerTextProps) {
  const names = useAnswerNames(navigation);
  const nodes = useMemo(() => sanitizeAnswer(parseMarkdown(dropPartialCitation(text)).content), [text]);
  const writeText = (plain: string) =>
    splitMarks(plain).map((piece, at) => {
      if ('text' in piece) return <Fragment key={at}>{piece.text}</Fragment>;
      const citation = citations[piece.source - 1];
      return (
        citation !== undefined && (
          <CitationLink key={at} citation={citation} navigation={navigation} className={styles.mark}>
            {piece.source}
          </CitationLink>
        )
      );
    });
  return (
    <div className={styles.text} dir="auto">
      {splitTables(nodes).map((part, at) =>
        part.type === 'table' ? (
          <AnswerTable key={at} table={part} names={names} writeText={writeText} />
        ) : (
          <RichView key={at} doc={part as RichText} names={names} writeText={writeText} />
        ),
      )}
    </div>
  );
}

type WriteText = (text: string) => React.ReactNode;

function AnswerTable({
  table,
  names,
  writeText,
}: {
  table: RichNode;
  names: RichNames;
  writeText: WriteText;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-accessible
    <div className={styles.table} tabIndex={0}>
      <table>
        <tbody>
          {(table.content ?? []).map((row, at) => (
            <tr key={at}>
              {(row.content ?? []).map((cell, column) => {
                const inner = (
                  <RichView
                    doc={{ type: 'doc', content: cell.content ?? [] }}
                    names={names}
                    writeText={writeText}
                  />
                );
                return cell.type === 'tableHeader' ? (
                  <th key={column} scope="col">
                    {inner}
                  </th>
                ) : (
                  <td key={column}>{inner}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Splits the nodes into runs of other blocks and single tables. */
function splitTables(nodes: readonly RichNode[]): RichNode[] {
  const parts: RichNode[] = [];
  let run: RichNode[] = [];
  for (const node of [...nodes, null]) {
    if (node !== null && node.type !== 'table') {
      run.push(node);
      continue;
    }
    if (run.length > 0) parts.push({ type: 'doc', content: run });
    run = [];
    if (node !== null) parts.push(node);
  }
  return parts;
}

function useAnswerNames(navigation: TaskNavigation): RichNames {
  const { t } = useLingui();
  const store = useTeamStore();
  const people = usePeople();
  return useMemo(
    () => ({
      person: (id) => ({
        name: people.find((person) => person.id === id)?.name ?? t`Former member`,
        isSelf: id === store.userId,
      }),
      task: (key) => {
        const task = store.all('task').find((one) => one.key === key);
        if (task === undefined) return null;
        return {
          key: task.key,
          title: task.title,
          isClosed: task.closedAt !== null,
          href: navigation.hrefOf(task.id),
          open: () => navigation.open(task.id),
        };
      },
      stepLabel: (text) => (text === '' ? t`Done` : t`Done: ${text}`),
    }),
    [people, store, navigation, t],
  );
}
