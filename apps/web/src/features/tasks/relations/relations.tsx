import {
  otherEnd,
  RELATION_SIDES,
  sideOf,
  type RelationSide,
} from '@hearth/contracts/relations/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useRow, useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { RelationPicker } from './relation-picker.tsx';
import { SIDE_LABELS } from './relation-labels.ts';
import { cancelTask, deleteRelation } from './relations.data.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { relationActions } from '#features/tasks/model/tasks.actions.ts';
import { useMissingTask } from '#features/tasks/model/use-missing-task.ts';
import styles from './relations.module.css';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';

type Task = SyncRows['task'];
type Relation = SyncRows['relation'];

interface RelationsProps {
  task: Task;
  canEdit: boolean;
  links: TaskLinks;
}

/** The relations of a task, grouped by side, such as the tasks that block it or that it duplicates. */
export function Relations({ task, canEdit, links }: RelationsProps) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();
  const relations = useRows(relationsByTask(store), task.id);
  const [pickedSide, setPickedSide] = useState<RelationSide | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  useAction(relationActions.blockedBy, () => setPickedSide('blockedBy'), canEdit);
  useAction(relationActions.blocks, () => setPickedSide('blocks'), canEdit);
  useAction(relationActions.follows, () => setPickedSide('follows'), canEdit);
  useAction(relationActions.precedes, () => setPickedSide('precedes'), canEdit);
  useAction(relationActions.relates, () => setPickedSide('relates'), canEdit);
  useAction(relationActions.duplicates, () => setPickedSide('duplicates'), canEdit);

  if (relations.length === 0 && !canEdit) return null;
  return (
    <section className={lineStyles.section} aria-label={t`Relations`}>
      {relations.length > 0 && (
        <h2 className={lineStyles.heading}>
          <Trans>Relations</Trans>
        </h2>
      )}
      {RELATION_SIDES.map((side) => {
        const ofSide = relations.filter((relation) => sideOf(relation, task.id) === side);
        if (ofSide.length === 0) return null;
        const { name, icon: SideIcon } = SIDE_LABELS[side];
        return (
          <div key={side} className={styles.side}>
            <h3 className={styles.name} data-side={side}>
              <SideIcon size={14} stroke={1.7} aria-hidden="true" />
              {i18n._(name)}
            </h3>
            <ul className={lineStyles.lines} aria-label={i18n._(name)}>
              {ofSide.map((relation) => (
                <RelationLine
                  key={relation.id}
                  relation={relation}
                  taskId={task.id}
                  canEdit={canEdit}
                  links={links}
                  onRemoved={() => adder.current?.focus()}
                />
              ))}
            </ul>
            {side === 'duplicates' && canEdit && <CancelOffer task={task} />}
          </div>
        );
      })}
      {canEdit && (
        <Menu position="bottom-start">
          <Menu.Target>
            <button ref={adder} type="button" className={styles.add}>
              <IconPlus size={15} stroke={1.8} aria-hidden="true" />
              <Trans>Add a relation…</Trans>
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {RELATION_SIDES.map((side) => {
              const { name, icon: SideIcon } = SIDE_LABELS[side];
              const action = side === 'duplicatedBy' ? undefined : relationActions[side];
              return (
                <Menu.Item
                  key={side}
                  leftSection={<SideIcon size={15} stroke={1.7} aria-hidden="true" />}
                  shortcut={action}
                  onClick={() => setPickedSide(side)}
                >
                  {i18n._(name)}
                </Menu.Item>
              );
            })}
          </Menu.Dropdown>
        </Menu>
      )}
      {pickedSide !== null && (
        <RelationPicker
          ids={[task.id]}
          side={pickedSide}
          onChange={(commands) => store.mutate(commands)}
          onClose={() => setPickedSide(null)}
        />
      )}
    </section>
  );
}

interface RelationLineProps {
  relation: Relation;
  taskId: string;
  canEdit: boolean;
  links: TaskLinks;
  onRemoved: () => void;
}

function RelationLine({ relation, taskId, canEdit, links, onRemoved }: RelationLineProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const otherId = otherEnd(relation, taskId);
  const other = useRow('task', otherId);
  const isLive = useSyncStatus() === 'live';
  useMissingTask(otherId, other === undefined && isLive);
  const title = other?.title ?? t`an older task`;
  const status = statuses.find(({ id }) => id === other?.statusId);
  const isDone = status !== undefined && isClosed(status.category);
  return (
    <li className={lineStyles.line}>
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
      )}
      <span className={styles.key}>{other?.key}</span>
      <a
        className={lineStyles.title}
        href={links.hrefOf(otherId)}
        data-closed={isDone || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          links.open(otherId);
        }}
      >
        {title}
      </a>
      {canEdit && (
        <span className={lineStyles.acts}>
          <IconButton
            label={t`Remove the relation to ${title}`}
            size={26}
            onClick={() => {
              store.mutate(deleteRelation(store, relation, taskId));
              announce(t`Relation removed`);
              onRemoved();
            }}
          >
            <IconX size={15} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </li>
  );
}

/** Offers to cancel a duplicate. */
function CancelOffer({ task }: { task: Task }) {
  const store = useTeamStore();
  const command = cancelTask(store, task);
  if (command === null) return null;
  return (
    <div className={styles.offer}>
      <span>
        <Trans>This task is a duplicate and still open.</Trans>
      </span>
      <Button size="tiny" variant="default" onClick={() => void store.mutate(command)}>
        <Trans>Cancel this task</Trans>
      </Button>
    </div>
  );
}
