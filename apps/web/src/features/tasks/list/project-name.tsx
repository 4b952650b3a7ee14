import { clsx } from 'clsx';
import { useRow } from '#platform/sync/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import styles from './project-name.module.css';

/** Shows the project of a task by color and name. Renders nothing if there is no project. */
export function ProjectName({ projectId }: { projectId: string | null }) {
  const project = useRow('project', projectId ?? '');
  if (project === undefined) return null;
  return (
    <span className={styles.project} title={project.name}>
      <ColorDot color={project.color} size={8} />
      <span className={clsx(styles.name, 'one-line')} dir="auto">
        {project.name}
      </span>
    </span>
  );
}
