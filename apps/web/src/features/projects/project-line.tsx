import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ColorDot } from '#ui/color-dot.tsx';
import styles from './projects.module.css';

interface ProjectLineProps {
  project: { id: string; name: string; key: string; color: string; description: string };
  /** How it stands, at the end of the line. */
  children?: ReactNode;
}

/** A project in a list. */
export function ProjectLine({ project, children }: ProjectLineProps) {
  return (
    <Link
      to="/dashboard/projects/$projectId"
      params={{ projectId: project.id }}
      search={{}}
      className={styles.line}
    >
      <ColorDot color={project.color} size={12} />
      <span className={styles.name}>{project.name}</span>
      {project.description !== '' && <span className={styles.about}>{project.description}</span>}
      <span className={styles.facts}>{children}</span>
      <span className={styles.key}>{project.key}</span>
    </Link>
  );
}
