import { useLingui } from '@lingui/react/macro';
import { useRow } from '#platform/sync/index.ts';
import { TypeGlyph } from './type-glyph.lazy.tsx';
import { nameType } from './task-types.ts';
import styles from '#features/tasks/model/task-marks.module.css';

/** Shows the type of a task as an icon with a tooltip. Used on cards and in rows. */
export function TypeMark({ typeId }: { typeId: string }) {
  const { t } = useLingui();
  const type = useRow('taskType', typeId);
  if (type === undefined) return null;
  const name = nameType(type.name, t);
  return (
    <span className={styles.type} title={name}>
      <TypeGlyph icon={type.icon} color={type.color} />
      <span className="hidden-text">{t`Type: ${name}`}</span>
    </span>
  );
}
