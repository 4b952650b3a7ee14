import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconChecklist,
  IconCircleCheckFilled,
  IconFileText,
  IconFolders,
  IconMessageCircle,
  IconUserPlus,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { requestComposerFocus } from '#features/assistant/index.ts';
import { newDocument } from '#features/documents/index.ts';
import { useInvitedRoles } from '#features/invites/index.ts';
import { newProject } from '#features/projects/index.ts';
import { newTask, useMayAddTask } from '#features/tasks/index.ts';
import { runAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { SampleOffer } from './sample-offer.tsx';
import type { Steps } from './use-first-steps.ts';
import styles from './first-steps.module.css';

/** Onboarding steps of a new team, each with one button. Existing data completes a step. A press does not. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t } = useLingui();
  const mayInvite = useInvitedRoles().length > 0;
  // Based on permissions, not on registered actions: actions are registered after the first paint, which would shift the content below.
  const may = useMay();
  const mayMakeProject = may('projects.create');
  const mayMakeTask = useMayAddTask();
  const mayWrite = may('document.create', { projectId: null, createdBy: null });
  if (!steps.isShown) return null;
  const { hasProject, hasTask, isInvited, hasDocument, hasUsedAssistant } = steps;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps" className={styles.heading}>
          <Trans>First steps</Trans>
        </h2>
        <IconButton label={t`Hide first steps`} size={28} onClick={steps.hide}>
          <IconX size={15} stroke={1.7} />
        </IconButton>
      </div>
      <ol>
        <Step
          icon={IconFolders}
          isDone={hasProject}
          title={t`Create a project`}
          text={t`A board for one piece of work.`}
          isAllowed={mayMakeProject}
        >
          <Button
            size="small"
            variant={hasProject ? 'default' : 'filled'}
            onClick={() => runAction(newProject)}
          >
            <Trans>New project</Trans>
          </Button>
        </Step>
        <Step
          icon={IconChecklist}
          isDone={hasTask}
          title={t`Add your first task`}
          text={t`A title is enough; assignee and due date can come later.`}
          isAllowed={mayMakeTask}
        >
          <Button size="small" variant={hasProject ? 'filled' : 'default'} onClick={() => runAction(newTask)}>
            <Trans>New task</Trans>
          </Button>
        </Step>
        <Step
          icon={IconUserPlus}
          isDone={isInvited}
          title={t`Invite your team`}
          text={t`One link is enough, with the role you choose.`}
          isAllowed={mayInvite}
        >
          <LinkButton size="small" to="/dashboard/members" search={{}} variant="default">
            <Trans>Invite people</Trans>
          </LinkButton>
        </Step>
        <Step
          icon={IconFileText}
          isDone={hasDocument}
          title={t`Write a document`}
          text={t`Notes, plans and how things are done, where everyone finds them.`}
          isAllowed={mayWrite}
        >
          <Button size="small" variant="default" onClick={() => runAction(newDocument)}>
            <Trans>New document</Trans>
          </Button>
        </Step>
        <Step
          icon={IconMessageCircle}
          isDone={hasUsedAssistant}
          title={t`Ask the assistant`}
          text={t`Say what to do, or what you want to know.`}
        >
          <Button size="small" variant="default" onClick={requestComposerFocus}>
            <Trans>Ask</Trans>
          </Button>
        </Step>
      </ol>
      <SampleOffer />
    </section>
  );
}

interface StepProps {
  icon: Icon;
  title: string;
  text: string;
  isDone: boolean;
  /** Whether the user may do this step. If not, the step is shown only once it is done. */
  isAllowed?: boolean;
  /** The step's button or link. */
  children: ReactNode;
}

function Step({ icon: StepIcon, title, text, isDone, isAllowed = true, children }: StepProps) {
  const { t } = useLingui();
  if (!isDone && !isAllowed) return null;
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
