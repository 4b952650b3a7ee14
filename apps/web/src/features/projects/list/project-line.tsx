import { useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SyncRows } from '@hearth/contracts/sync';
import type { ReactNode } from 'react';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { DuePill } from '#ui/display/due-pill.tsx';
import { HealthMark } from '#features/projects/facts/health.tsx';
import styles from '#features/projects/model/projects.module.css';

interface ProjectLineProps {
  project: Pick<
    SyncRows['project'],
    'id' | 'name' | 'key' | 'color' | 'description' | 'isPrivate' | 'health' | 'targetDate'
  >;
  /** How it stands, at the end of the line. */
  children?: ReactNode;
}

/** A project in a list. */
export function ProjectLine({ project, children }: ProjectLineProps) {
  const { t } = useLingui();
  return (
    <Link
      to="/dashboard/projects/$projectId"
      params={{ projectId: project.id }}
      search={{}}
      className={styles.line}
    >
      <ColorDot color={project.color} size={12} />
      <span className={styles.name}>{project.name}</span>
      {project.isPrivate && (
        <IconLock size={15} stroke={1.7} role="img" aria-label={t`Private`} className={styles.lock} />
      )}
      {project.description !== '' && <span className={styles.about}>{project.description}</span>}
      <span className={styles.facts}>
        {project.health !== null && <HealthMark health={project.health} />}
        {project.targetDate !== null && <DuePill dueDate={project.targetDate} />}
        {children}
      </span>
      <span className={styles.key}>{project.key}</span>
    </Link>
  );
}
