import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark, IconDots, IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent } from 'react';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useLineDrag } from '#ui/drag/line-drag.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import type { Favourite } from './favourites-view.ts';
import styles from './favourites.module.css';

export interface Shown {
  favourite: Favourite;
  name: string;
  color: string;
  /** The project itself, or the project of the view. */
  project: SyncRows['project'] | undefined;
  view: SyncRows['view'] | undefined;
  document?: SyncRows['document'];
}

interface FavouriteLineProps {
  shown: Shown;
  /** Whether only the icon is shown, as in a collapsed sidebar. */
  isCompact: boolean;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: 1 | -1) => void;
  onDrop: (draggedId: string, edge: 'top' | 'bottom') => void;
  onRemove: () => void;
}

/** A favourite with its link and its actions in the list. */
export function FavouriteLine({
  shown,
  isCompact,
  isFirst,
  isLast,
  onStep,
  onDrop,
  onRemove,
}: FavouriteLineProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLLIElement>(null);
  const { favourite, name, color, project, view, document } = shown;
  const { isDragged, edge } = useLineDrag(ref, {
    list: 'favourites',
    id: favourite.id,
    isEnabled: !isCompact,
    onDrop,
  });
  const parentName = view === undefined ? undefined : (project?.name ?? t`Tasks`);
  const archived = project?.archivedAt != null ? t`Archived` : undefined;
  const aside = archived ?? parentName;

  function handleKey(event: KeyboardEvent): void {
    const step = event.altKey ? ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }

  return (
    <li
      ref={ref}
      className={styles.line}
      data-kind={favourite.kind}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      <Tooltip label={aside === undefined ? name : `${name} · ${aside}`} position="right">
        <Link
          {...(document !== undefined
            ? { to: '/dashboard/documents/$documentId', params: { documentId: document.id } }
            : project === undefined
              ? { to: '/dashboard/tasks' }
              : { to: '/dashboard/projects/$projectId', params: { projectId: project.id } })}
          search={view === undefined ? {} : { view: view.id }}
          className={styles.link}
          activeOptions={{ includeSearch: view !== undefined }}
          data-line-id={favourite.id}
          draggable={false}
          onKeyDown={handleKey}
        >
          <span className={styles.mark} data-color={color}>
            {document !== undefined ? (
              (document.icon ?? <IconFileText size={16} stroke={1.6} aria-hidden="true" />)
            ) : view === undefined ? (
              <ColorDot color={color} size={10} />
            ) : (
              <IconBookmark size={16} stroke={1.8} aria-hidden="true" />
            )}
          </span>
          <span className={isCompact ? 'hidden-text' : 'one-line'}>{name}</span>
          {aside !== undefined && <span className={isCompact ? 'hidden-text' : styles.aside}>{aside}</span>}
        </Link>
      </Tooltip>
      {!isCompact && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t`More for ${name}`} size={26} className={styles.menu}>
              <IconDots size={15} stroke={1.7} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isFirst} shortcut="alt+arrowup" onClick={() => onStep(-1)}>
              <Trans>Move up</Trans>
            </Menu.Item>
            <Menu.Item disabled={isLast} shortcut="alt+arrowdown" onClick={() => onStep(1)}>
              <Trans>Move down</Trans>
            </Menu.Item>
            <Menu.Item onClick={onRemove}>
              <Trans>Remove from favourites</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
