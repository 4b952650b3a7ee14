import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconInbox } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { readTargets, selection } from '#features/tasks/model/selection.ts';
import { snoozeTask } from '#features/tasks/model/tasks.actions.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { acceptTask, declineAsDuplicate, declineTask } from '#features/tasks/model/triage.actions.ts';
import { isPutOff } from '#features/tasks/model/triage-waits.ts';
import { useTriageActs } from './use-triage-acts.tsx';
import styles from './triage.module.css';

interface TriageNoticeProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
}

/** States in the task panel that the task is in triage, and offers the actions. */
export function TriageNotice({ task, canEdit, links }: TriageNoticeProps) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const box = useRef<HTMLElement>(null);
  const projectName = useRow('project', task.projectId ?? '')?.name ?? '';
  const { act, dialogs } = useTriageActs(openNextTask);
  // If the list next to the panel has a selection or a focused task, shortcuts apply to it instead of the open task.
  const read = () => {
    const targets = readTargets();
    return targets.length > 0 ? targets : [task.id];
  };
  useAction(acceptTask, () => act('accept', read()), canEdit);
  useAction(declineAsDuplicate, () => act('duplicate', read()), canEdit);
  useAction(declineTask, () => act('decline', read()), canEdit);
  useAction(snoozeTask, () => act('snooze', read()), canEdit);

  /** Moves on to the next task if the panel is open next to a triage list. */
  function openNextTask(ids: readonly string[]): void {
    const order = selection.get().host?.order() ?? [];
    const at = order.indexOf(task.id);
    if (at === -1 || !ids.includes(task.id)) return;
    const next = [...order.slice(at), ...order.slice(0, at).toReversed()].find((id) => !ids.includes(id));
    if (next === undefined) return;
    const panel = box.current?.closest('aside');
    links.open(next);
    if (panel?.contains(document.activeElement) === true) panel.focus();
  }

  const button = (action: Action, name: string, run: () => void, isFirst = false) => (
    <Tooltip label={i18n._(action.title)} shortcut={action}>
      <Button size="tiny" variant={isFirst ? 'filled' : 'default'} onClick={run}>
        {name}
      </Button>
    </Tooltip>
  );
  const own = [task.id];
  const day = task.triage?.until == null ? '' : formats.nearDay(task.triage.until, today);
  return (
    <section ref={box} className={styles.notice} aria-label={t`Triage`}>
      <p className={styles.words}>
        <IconInbox size={17} stroke={1.7} aria-hidden="true" />
        <span>
          <strong>
            {isPutOff(task, today) ? <Trans>In triage, snoozed until {day}</Trans> : <Trans>In triage</Trans>}
          </strong>{' '}
          <Trans>Hidden from {projectName} until someone accepts it.</Trans>
        </span>
      </p>
      {canEdit && (
        <div className={styles.acts}>
          {button(acceptTask, t`Accept`, () => act('accept', own), true)}
          <Button size="tiny" variant="default" onClick={() => act('acceptAs', own)}>
            <Trans>Accept into…</Trans>
          </Button>
          {button(declineAsDuplicate, t`Duplicate of…`, () => act('duplicate', own))}
          {button(declineTask, t`Decline…`, () => act('decline', own))}
          {button(snoozeTask, t`Snooze…`, () => act('snooze', own))}
        </div>
      )}
      {dialogs}
    </section>
  );
}
