import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconChecklist,
  IconCircleCheckFilled,
  IconFolders,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useInvitedRoles } from '#features/invites/index.ts';
import { usePeople } from '#features/members/index.ts';
import { newProject } from '#features/projects/index.ts';
import { newTask, tasksByColumn } from '#features/tasks/index.ts';
import { runAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useFirstPart, useGroups, useTeamStore } from '#platform/sync/index.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import styles from './first-steps.module.css';

/** What a new team does first, each with one press. Gone once there is a project with work in it. */
export function FirstSteps({ hasProject }: { hasProject: boolean }) {
  const { t } = useLingui();
  const mayInvite = useInvitedRoles().length > 0;
  const hasTaskHere = useGroups(tasksByColumn(useTeamStore())).length > 0;
  const hasTask = useFirstPart()?.figures?.hasTasks ?? hasTaskHere;
  const isAlone = usePeople().length < 2;
  // By right, not by what is offered: offers come after the first paint, and what stands below would jump.
  const may = useMay();
  const mayMakeProject = may('projects.create');
  const mayMakeTask = may('tasks.create');
  if ((hasProject && hasTask) || (!mayMakeProject && !mayMakeTask)) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.heading}>
        <Trans>First steps</Trans>
      </h2>
      <ol>
        <Step
          icon={IconFolders}
          isDone={hasProject}
          title={t`Create a project`}
          text={t`A board for one piece of work.`}
        >
          {mayMakeProject && (
            <Button variant={hasProject ? 'default' : 'filled'} onClick={() => runAction(newProject)}>
              <Trans>New project</Trans>
            </Button>
          )}
        </Step>
        <Step
          icon={IconChecklist}
          isDone={hasTask}
          title={t`Add your first task`}
          text={t`A title is enough; assignee and due date can come later.`}
        >
          {mayMakeTask && (
            <Button variant={hasProject ? 'filled' : 'default'} onClick={() => runAction(newTask)}>
              <Trans>New task</Trans>
            </Button>
          )}
        </Step>
        <Step
          icon={IconUserPlus}
          isDone={!isAlone}
          title={t`Invite your team`}
          text={t`One link is enough, with the role you choose.`}
        >
          {mayInvite && (
            <LinkButton to="/dashboard/members" search={{}} variant="default">
              <Trans>Invite people</Trans>
            </LinkButton>
          )}
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  icon: Icon;
  title: string;
  text: string;
  isDone: boolean;
  /** The way to do it. */
  children: ReactNode;
}

function Step({ icon: StepIcon, title, text, isDone, children }: StepProps) {
  const { t } = useLingui();
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheckFilled size={20} aria-label={t`Done:`} role="img" />
      ) : (
        <StepIcon size={20} stroke={1.6} aria-hidden="true" />
      )}
      <div className={styles.text}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.hint}>{text}</p>
      </div>
      {!isDone && <div className={styles.action}>{children}</div>}
    </li>
  );
}
