import type { SearchResult } from '@hearth/contracts/search/search';
import { useLingui } from '@lingui/react/macro';
import { usePerson } from '#features/members/index.ts';
import { Marked } from '#ui/display/marked.tsx';
import { nameApart } from '#ui/format/person.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { KIND_LABELS } from './kind-labels.ts';
import { ResultIcon } from './result-icon.tsx';
import { ResultLink, type TaskNavigation } from './result-link.tsx';
import styles from './search.module.css';

/** A result: its kind, a snippet with the matches, and its link. */
export function ResultLine({ result, navigation }: { result: SearchResult; navigation: TaskNavigation }) {
  return (
    <li>
      <ResultLink
        target={result}
        navigation={navigation}
        look={{ className: styles.line, 'data-result': true }}
      >
        <span className={styles.icon} aria-hidden="true">
          <ResultIcon result={result} />
        </span>
        <ResultText result={result} />
      </ResultLink>
    </li>
  );
}

function ResultText({ result }: { result: SearchResult }) {
  const { t, i18n } = useLingui();
  const { kind, id: resultId, title, snippet, marks, author, at } = result;
  const person = usePerson(author?.id ?? '');
  const namesake = usePerson(kind === 'person' ? resultId : '')?.namesakeHint;
  const path = result.path.map((one) => (one.title === '' ? t`Untitled` : one.title)).join(' / ');
  return (
    <span className={styles.words}>
      <span className={styles.title} dir="auto">
        {title === '' ? t`Untitled` : <Marked text={title} marks={marks.title} />}
      </span>
      {snippet !== '' && (
        <span className={styles.snippet} dir="auto">
          <Marked text={snippet} marks={marks.snippet} />
        </span>
      )}
      <span className={styles.about}>
        <span>{i18n._(KIND_LABELS[kind])}</span>
        {namesake !== undefined && (
          <>
            <Dot />
            <span className={styles.clip}>{namesake}</span>
          </>
        )}
        {path !== '' && (
          <span className={styles.path}>
            <Dot />
            <span className={styles.clip} dir="auto">
              {path}
            </span>
          </span>
        )}
        {author !== null && (
          <>
            <Dot />
            <span className={styles.clip} dir="auto">
              {person === undefined ? (author.name ?? t`Former member`) : nameApart(person)}
            </span>
          </>
        )}
        {kind !== 'person' && (
          <>
            <Dot />
            <Timestamp at={at} />
          </>
        )}
      </span>
    </span>
  );
}

const Dot = () => <span aria-hidden="true">·</span>;
