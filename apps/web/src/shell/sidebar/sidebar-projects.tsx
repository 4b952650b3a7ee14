import { clsx } from 'clsx';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useProjects } from '#features/projects/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { takeFirstLetter } from '#ui/format/person.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { rememberProjectCount } from './sidebar-state.ts';
import styles from './sidebar-projects.module.css';

/** Number of projects listed before the list is expanded. */
const FEW = 8;
/** Maximum number listed. Further projects are on the projects screen. */
const MAX = 100;

/** Returns the initial number of lines for this many projects. */
export const countLines = (projects: number): number => (projects > FEW ? FEW + 1 : projects);

interface SidebarProjectsProps {
  /** Whether only first letters are shown, as in a collapsed sidebar. */
  isCompact: boolean;
  isShown: boolean;
}

/** The team's projects below the projects link. Always includes the open project regardless of its position. */
export function SidebarProjects({ isCompact, isShown }: SidebarProjectsProps) {
  const { t } = useLingui();
  const projects = useProjects();
  const { projectId } = useParams({ strict: false });
  const [hasAll, setHasAll] = useState(false);
  const count = projects.length;
  useEffect(() => rememberProjectCount(count), [count]);
  if (!isShown || count === 0) return null;

  const most = hasAll ? MAX : FEW;
  const shown = projects.filter(({ id }, at) => at < most || id === projectId);
  return (
    <>
      <ul aria-label={t`Projects`} className={styles.list} data-compact={isCompact || undefined}>
        {shown.map(({ id, name, color }) => (
          <li key={id}>
            <Tooltip label={name} position="right">
              <Link
                to="/dashboard/projects/$projectId"
                params={{ projectId: id }}
                search={{}}
                className={styles.link}
                activeOptions={{ includeSearch: false }}
              >
                {isCompact ? (
                  <span className={styles.letter} data-color={color} aria-hidden="true">
                    {takeFirstLetter(name)}
                  </span>
                ) : (
                  <ColorDot color={color} size={10} />
                )}
                <span className={isCompact ? 'hidden-text' : clsx(styles.name, 'one-line')} dir="auto">
                  {name}
                </span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      {!isCompact && count > FEW && (count <= MAX || !hasAll) && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={hasAll}
          onClick={() => setHasAll(!hasAll)}
        >
          {hasAll ? <Trans>Show fewer</Trans> : <Trans>Show all {count}</Trans>}
        </button>
      )}
      {!isCompact && hasAll && count > MAX && (
        <Link to="/dashboard/projects" search={{}} className={styles.more} activeProps={{}}>
          <Trans>All {count} projects</Trans>
        </Link>
      )}
    </>
  );
}
