import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { fold, matchFuzzy, splitQuery } from '#platform/texts/fuzzy.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { UnarchiveButton } from './archived-note.tsx';
import { ArchivedSince } from './archived-since.tsx';
import styles from '#features/projects/model/projects.module.css';
import { useAllProjects } from '#features/projects/model/use-projects.ts';

/** Number of projects shown at first, and added by 'Show more'. */
const PAGE = 20;
/** A search field is shown for at least this many projects. */
const SEARCHED_FROM = 6;

/** Archived projects at the end of the project list, most recently archived first. */
export function ArchivedProjects() {
  const { t } = useLingui();
  const formats = useFormats();
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(PAGE);
  const archived = useAllProjects()
    .filter(({ archivedAt }) => archivedAt !== null)
    .toSorted((a, b) => ((a.archivedAt ?? '') < (b.archivedAt ?? '') ? 1 : -1));
  if (archived.length === 0) return null;
  const terms = splitQuery(query);
  const found = archived.filter(
    ({ name, key }) => terms.length === 0 || matchFuzzy(terms, `${fold(name)} ${fold(key)}`) !== null,
  );
  const rest = found.length - most;
  return (
    <section className={styles.closed} aria-labelledby="archived-projects">
      <h2 id="archived-projects" className={styles.closedHeading}>
        <Trans>Archived</Trans> <span className={styles.closedCount}>{formats.number(archived.length)}</span>
      </h2>
      <p className={styles.closedNote}>
        <Trans>Read-only and searchable. Unarchive a project to change it.</Trans>
      </p>
      {archived.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label={t`Find an archived project`}
          placeholder={t`Search archived projects…`}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          className={styles.closedSearch}
        />
      )}
      <p className={styles.closedNote} role="status">
        {found.length === 0 && <Trans>No archived projects found.</Trans>}
      </p>
      <ul>
        {found.slice(0, most).map((project) => (
          <ArchivedLine key={project.id} project={project} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" color="gray" onClick={() => setMost(most + PAGE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

function ArchivedLine({ project }: { project: SyncRows['project'] }) {
  return (
    <li className={styles.closedLine}>
      <ColorDot color={project.color} size={12} />
      <Link
        to="/dashboard/projects/$projectId"
        params={{ projectId: project.id }}
        search={{}}
        className={styles.closedAbout}
      >
        <span className={styles.closedName}>{project.name}</span>
        <span className={styles.closedNote}>
          <ArchivedSince project={project} />
        </span>
      </Link>
      <UnarchiveButton projectId={project.id} />
    </li>
  );
}
