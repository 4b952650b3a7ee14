import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist, IconFileText, IconFolder, IconTrash } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useRow } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Refused } from '#ui/buttons/refused.tsx';
import styles from './trash.module.css';

interface TrashRowProps {
  item: ListedTrashItem;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: () => void;
  onRestore: () => void;
  /** Asks to delete the item permanently. */
  onDelete: () => void;
  /** Searches for items of the project with this name. */
  onProject: (name: string) => void;
}

/** A deleted item with its title and former location, who deleted it and when, and a restore button. */
export function TrashRow({
  item,
  isChosen,
  isBusy,
  onChoose,
  onRestore,
  onDelete,
  onProject,
}: TrashRowProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const project = useRow('project', item.kind === 'project' ? '' : (item.projectId ?? ''));
  const person = useRow('member', item.deletedBy ?? '');
  const isView = useSelected(viewState, (state) => state.view !== null);
  const title = item.title === '' ? t`Untitled` : item.title;
  const canRestore = item.mayRestore && !isView;
  return (
    <li className={styles.line} data-chosen={isChosen || undefined}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          aria-label={t`Select ${title}`}
          checked={isChosen}
          disabled={!canRestore}
          onChange={onChoose}
        />
      </label>
      {item.kind === 'project' && <IconFolder size={17} stroke={1.6} aria-label={t`Project`} />}
      {item.kind === 'task' && <IconChecklist size={17} stroke={1.6} aria-label={t`Task`} />}
      {item.kind === 'document' && <IconFileText size={17} stroke={1.6} aria-label={t`Document`} />}
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <span className={styles.project}>
        {project !== undefined && (
          <button type="button" aria-label={t`Only ${project.name}`} onClick={() => onProject(project.name)}>
            <ColorDot color={project.color} size={8} />
            <span className="one-line">{project.name}</span>
          </button>
        )}
      </span>
      <span className={styles.who}>
        {person !== undefined && <span className="one-line">{person.name}</span>}
        <time dateTime={item.deletedAt}>
          {formats.moment(item.deletedAt, { day: 'numeric', month: 'short' })}
        </time>
      </span>
      <span className={styles.acts}>
        <RestoreButton item={item} canRestore={canRestore} isBusy={isBusy} onRestore={onRestore} />
        <DeleteButton item={item} canDelete={item.mayDelete && !isView} onDelete={onDelete} />
      </span>
    </li>
  );
}

interface DeleteButtonProps {
  item: ListedTrashItem;
  canDelete: boolean;
  onDelete: () => void;
}

function DeleteButton({ item, canDelete, onDelete }: DeleteButtonProps) {
  const { t } = useLingui();
  const title = item.title === '' ? t`Untitled` : item.title;
  const label = t`Delete ${title} forever`;
  const icon = <IconTrash size={16} stroke={1.6} />;
  if (canDelete)
    return (
      <IconButton label={label} onClick={onDelete}>
        {icon}
      </IconButton>
    );
  return (
    <Refused why={<WhyNot act="trash.delete" projectId={projectOf(item)} />}>
      <IconButton label={label}>{icon}</IconButton>
    </Refused>
  );
}

/** The client has no data on whether a deleted project was private or on the user's role in it. */
function projectOf({ kind, projectId }: ListedTrashItem): string | null | undefined {
  return kind === 'project' ? undefined : projectId;
}

interface RestoreButtonProps {
  item: ListedTrashItem;
  canRestore: boolean;
  isBusy: boolean;
  onRestore: () => void;
}

function RestoreButton({ item, canRestore, isBusy, onRestore }: RestoreButtonProps) {
  const { t } = useLingui();
  const title = item.title === '' ? t`Untitled` : item.title;
  const label = t`Restore ${title}`;
  if (canRestore) {
    return (
      <Button variant="default" aria-label={label} isBusy={isBusy} onClick={onRestore}>
        <Trans>Restore</Trans>
      </Button>
    );
  }
  return (
    <Refused why={<WhyNot act="trash.restore" projectId={projectOf(item)} />}>
      <Button variant="default" aria-label={label}>
        <Trans>Restore</Trans>
      </Button>
    </Refused>
  );
}
