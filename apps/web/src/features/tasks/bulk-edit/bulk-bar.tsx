import { Plural, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useIsOffered, type Action } from '#platform/actions/actions.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import * as actions from '#features/tasks/model/tasks.actions.ts';
import {
  acceptTask,
  declineAsDuplicate,
  declineTask,
  sendToTriageAction,
} from '#features/tasks/model/triage.actions.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  count: number;
  /** Whether the team has custom fields. */
  hasFields: boolean;
  /** Whether the team has task types. */
  hasTypes: boolean;
  /** Whether any of the tasks can be sent to triage. */
  canSend: boolean;
  onAct: (action: Action) => void;
  onClear: () => void;
}

/** Toolbar with the frequent bulk actions at the bottom edge. All bulk actions are also in the command palette. */
export function BulkBar({ count, hasFields, hasTypes, canSend, onAct, onClear }: BulkBarProps) {
  const { t, i18n } = useLingui();
  const waits = useIsOffered(acceptTask);
  const acts: readonly (readonly [Action, string])[] = [
    ...(waits
      ? ([
          [acceptTask, t`Accept`],
          [declineAsDuplicate, t`Duplicate of…`],
          [declineTask, t`Decline…`],
          [actions.snoozeTask, t`Snooze…`],
        ] as const)
      : []),
    [actions.setStatus, t`Status`],
    [actions.setPriority, t`Priority`],
    ...(hasTypes ? ([[actions.setType, t`Type`]] as const) : []),
    [actions.assignTask, t`Assign`],
    [actions.setLabels, t`Labels`],
    [actions.setDueDate, t`Due date`],
    [actions.setProject, t`Project`],
    [actions.setParentAction, t`Parent`],
    ...(hasFields ? ([[actions.setCustomField, t`Field`]] as const) : []),
    ...(canSend ? ([[sendToTriageAction, t`Triage`]] as const) : []),
    [actions.duplicateTaskAction, t`Duplicate`],
    [actions.deleteTaskAction, t`Delete`],
  ];
  return (
    <div className={styles.bar} role="toolbar" aria-label={t`Selected tasks`}>
      <span className={styles.count}>
        <Plural value={count} one="# selected" other="# selected" />
      </span>
      <div className={styles.acts}>
        {acts.map(([action, name]) => (
          <Tooltip key={action.id} label={i18n._(action.title)} shortcut={action}>
            <button
              type="button"
              className={styles.act}
              data-danger={action === actions.deleteTaskAction || undefined}
              onClick={() => onAct(action)}
            >
              <action.icon size={16} stroke={1.7} aria-hidden="true" />
              {name}
            </button>
          </Tooltip>
        ))}
      </div>
      <IconButton label={t`Clear selection`} shortcut="escape" onClick={onClear}>
        <IconX size={16} stroke={1.7} />
      </IconButton>
    </div>
  );
}
