import { useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SyncRows } from '@hearth/contracts/sync';
import type { ReactNode } from 'react';
import { usePerson } from '#features/members/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { DuePill } from '#ui/display/due-pill.tsx';
import { nameApart } from '#ui/format/person.ts';
import { HealthMark } from '#features/projects/facts/health.tsx';
import styles from './project-columns.module.css';

/** A project in a list: name, health, lead, target date and progress. */
export function ProjectRow({ project, children }: { project: SyncRows['project']; children: ReactNode }) {
  const { t } = useLingui();
  const lead = usePerson(project.leadId ?? '');
  return (
    <Link
      to="/dashboard/projects/$projectId"
      params={{ projectId: project.id }}
      search={{}}
      className={styles.row}
    >
      <span className={styles.name}>
        <ColorDot color={project.color} size={12} />
        <span className={styles.words}>
          <span className={styles.title}>
            <span className={styles.clip}>{project.name}</span>
            {project.isPrivate && (
              <IconLock size={14} stroke={1.7} role="img" aria-label={t`Private`} className={styles.lock} />
            )}
            <span className={styles.key}>{project.key}</span>
          </span>
          {project.description !== '' && <span className={styles.about}>{project.description}</span>}
        </span>
      </span>
      <span className={styles.health}>
        {project.health !== null && <HealthMark health={project.health} />}
      </span>
      <span className={styles.lead}>
        {lead !== undefined && (
          <>
            <Avatar person={lead} size={20} />
            <span className={styles.clip}>{nameApart(lead)}</span>
          </>
        )}
      </span>
      <span className={styles.target}>
        {project.targetDate !== null && <DuePill dueDate={project.targetDate} />}
      </span>
      <span className={styles.open}>{children}</span>
    </Link>
  );
}
