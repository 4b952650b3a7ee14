import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import {
  deleteMilestone,
  milestoneSlot,
  moveMilestone,
  tasksByMilestone,
  updateMilestone,
  type Milestone,
} from './milestones.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import styles from './milestones.module.css';

interface MilestoneLineProps {
  milestone: Milestone;
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** A milestone with its target date and progress. Cancelled tasks are not counted. */
export function MilestoneLine({ milestone, canEdit, isFirst, isLast }: MilestoneLineProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const { done, total } = useProgress(milestone.id);
  // Whether the user has started to add a description from the menu. An existing description is always shown.
  const [isDescribing, setIsDescribing] = useState(false);
  const { id, name, projectId } = milestone;
  const isReached = total > 0 && done === total;
  const share = total === 0 ? 0 : done / total;
  const [doneText, totalText] = [formats.number(done), formats.number(total)];

  function remove(): void {
    store.mutate(deleteMilestone(store, milestone));
    showToast(t`${name} deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  return (
    <li className={styles.line}>
      <StatusGlyph
        category={isReached ? 'completed' : done > 0 ? 'started' : 'unstarted'}
        progress={share}
        color={isReached ? 'green' : 'amber'}
      />
      <EditableText
        label={t`Name of the milestone ${name}`}
        value={name}
        draftKey={`milestone/${id}`}
        className={styles.name}
        maxLength={LIMITS.milestoneName}
        isOneLine
        isReadOnly={!canEdit}
        onCommit={(typed) => void store.mutate(updateMilestone(store, milestone, { name: typed }))}
      />
      <span className={styles.day}>
        <DateField
          label={t`Target date of ${name}`}
          value={milestone.targetDate}
          isClosed={isReached}
          isDisabled={!canEdit}
          onChange={(targetDate) => void store.mutate(updateMilestone(store, milestone, { targetDate }))}
        />
      </span>
      <Link
        to="/dashboard/projects/$projectId"
        params={{ projectId }}
        search={{ view: 'list', filter: `milestone:${id}` }}
        className={styles.progress}
        aria-label={
          total === 0 ? t`${name}: No tasks` : t`Tasks of ${name}: ${doneText} of ${totalText} done`
        }
      >
        <span className={styles.track} aria-hidden="true">
          <span className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
        </span>
        <span className={styles.count}>
          {total === 0 ? (
            <Trans>No tasks</Trans>
          ) : (
            <Trans>
              {doneText} of {totalText}
            </Trans>
          )}
        </span>
      </Link>
      {canEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t`More for ${name}`}>
              <IconDots size={16} stroke={1.7} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setIsDescribing(true)}>
              <Trans>Describe</Trans>
            </Menu.Item>
            <Menu.Item
              disabled={isFirst}
              onClick={() => void store.mutate(moveMilestone(store, milestone, -1))}
            >
              <Trans>Move up</Trans>
            </Menu.Item>
            <Menu.Item
              disabled={isLast}
              onClick={() => void store.mutate(moveMilestone(store, milestone, 1))}
            >
              <Trans>Move down</Trans>
            </Menu.Item>
            <Menu.Item data-danger onClick={remove}>
              <Trans>Delete milestone</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {(milestone.description !== '' || isDescribing) && (
        <EditableText
          label={t`Description of ${name}`}
          value={milestone.description}
          draftKey={`milestone/${id}/about`}
          className={styles.about}
          placeholder={t`Milestone name`}
          maxLength={LIMITS.milestoneDescription}
          isReadOnly={!canEdit}
          onCommit={(description) => void store.mutate(updateMilestone(store, milestone, { description }))}
        />
      )}
    </li>
  );
}

function useProgress(milestoneId: string): { done: number; total: number } {
  const statuses = useStatuses();
  const counted = statuses.filter(({ category }) => category !== 'cancelled');
  const slots = counted.map(({ id }) => milestoneSlot(milestoneId, id));
  const lists = useGroupLists(tasksByMilestone(useTeamStore()), slots);
  let [done, total] = [0, 0];
  for (const [at, { category }] of counted.entries()) {
    const count = lists[at]?.length ?? 0;
    total += count;
    if (category === 'completed') done += count;
  }
  return { done, total };
}
