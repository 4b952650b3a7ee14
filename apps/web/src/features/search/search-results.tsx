import { SEARCH_LENGTH } from '@hearth/contracts/search/search-values';
import { useDebouncedCallback } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCloudOff, IconSearch, IconZoomExclamation } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { isTransientError } from '#platform/api/api-client.ts';
import { useSyncStatus } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SearchField } from '#ui/inputs/search-field.tsx';
import { ResultLine } from './result-line.tsx';
import type { TaskNavigation } from './result-link.tsx';
import type { SearchQuestion } from './search.data.ts';
import { SearchFilters } from './search-filters.tsx';
import { useSearchPages } from './use-search-pages.ts';
import styles from './search.module.css';

/** Debounce of the search field, in ms. */
const SETTLE_MS = 250;

interface SearchResultsProps {
  question: SearchQuestion;
  onChange: (part: Partial<SearchQuestion>) => void;
  navigation: TaskNavigation;
}

/** Search results of the team, with filters by kind, author, project and date. */
export function SearchResults({ question, onChange, navigation }: SearchResultsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the field and the links inside
    <div onKeyDown={goByArrow}>
      <Field q={question.q} onChange={(q) => onChange({ q })} />
      <SearchFilters question={question} onChange={onChange} />
      <Results question={question} onChange={onChange} navigation={navigation} />
    </div>
  );
}

/** Moves through the results with the arrow keys, starting from the field. */
function goByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  if (!target.matches('[data-result], input[type=search]')) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]')];
  const next = stops[stops.indexOf(target) + step];
  event.preventDefault();
  next?.focus();
}

function Field({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(q);
  // The last query of the URL, and the last query that this field read from the URL or wrote to it.
  const [known, setKnown] = useState(q);
  const [written, setWritten] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (q !== written) {
      setWritten(q);
      setTyped(q);
    }
  }
  const write = useDebouncedCallback((text: string) => {
    setWritten(text);
    onChange(text);
  }, SETTLE_MS);
  return (
    <SearchField
      isLarge
      label={t`Search`}
      placeholder={t`Search tasks, documents, projects, comments and people`}
      value={typed}
      maxLength={SEARCH_LENGTH}
      isFocusedAtOnce={q === ''}
      onChange={(text) => {
        setTyped(text);
        write(text.trim());
      }}
    />
  );
}

function Results({ question, onChange, navigation }: SearchResultsProps) {
  const { t } = useLingui();
  const { list, isReadingMore, readMore } = useSearchPages(question);
  const isOffline = useSyncStatus() === 'offline';
  const errorMessage = useErrorMessages(list.error);
  const { q, ...filters } = question;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (q === '')
    return (
      <EmptyState icon={<IconSearch size={24} stroke={1.6} />} title={t`Search the whole team`}>
        <Trans>Type a word or two. Titles, descriptions, documents and comments are searched.</Trans>
      </EmptyState>
    );
  if (list.data == null && isOffline && (errorMessage === null || isTransientError(list.error)))
    return (
      <EmptyState icon={<IconCloudOff size={24} stroke={1.6} />} title={t`You’re offline`}>
        <Trans>Results appear here once you’re back online.</Trans>
      </EmptyState>
    );
  if (errorMessage !== null)
    return (
      <div className={styles.trouble} role="alert">
        <p>{errorMessage}</p>
        <Button variant="default" onClick={list.reload}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  if (list.data == null) return <SkeletonRows />;
  const { results, nextCursor } = list.data;
  if (results.length === 0)
    return (
      <EmptyState
        icon={<IconZoomExclamation size={24} stroke={1.6} />}
        title={t`No results for “${q}”`}
        action={isFiltered ? <ClearFilters onChange={onChange} /> : undefined}
      >
        {isFiltered ? (
          <Trans>Nothing fits these words and filters.</Trans>
        ) : (
          <Trans>Check the spelling, or try fewer or other words.</Trans>
        )}
      </EmptyState>
    );
  return (
    <>
      <p className="hidden-text" role="status">
        <Plural value={results.length} one="# result shown" other="# results shown" />
      </p>
      <ul className={styles.list} aria-label={t`Results`}>
        {results.map((result) => (
          <ResultLine key={`${result.kind} ${result.id}`} result={result} navigation={navigation} />
        ))}
      </ul>
      {nextCursor !== null && (
        <Button variant="default" isBusy={isReadingMore} onClick={() => void readMore()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

const NO_FILTERS = { kind: undefined, author: undefined, project: undefined, from: undefined, to: undefined };

function ClearFilters({ onChange }: Pick<SearchResultsProps, 'onChange'>) {
  return (
    <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
      <Trans>Clear filters</Trans>
    </Button>
  );
}
