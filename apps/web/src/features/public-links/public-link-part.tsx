import { canShareProject } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { PublicLinkChoices } from './public-link-choices.tsx';
import { putLink, readLink, turnLinkOff, type LinkOptions } from './public-links.data.ts';
import styles from './public-links.module.css';

/** Public link of a project. Visible only to the project's managers. */
export function PublicLinkPart({ projectId }: { projectId: string }) {
  const actor = useActor();
  const store = useTeamStore();
  const project = useRow('project', projectId);
  const team = useRow('team', store.teamId);
  if (project === undefined || team === undefined) return null;
  if (!canShareProject(actor, { projectId, createdBy: project.createdBy })) return null;
  const why = team.hasPublicLinks ? (
    project.isPrivate ? (
      <Trans>Private projects can’t have a public link.</Trans>
    ) : project.archivedAt !== null ? (
      <Trans>The public link is disabled while the project is archived.</Trans>
    ) : null
  ) : (
    <Trans>Public links are turned off for this team. Owners and admins can turn them on in settings.</Trans>
  );
  return (
    <section className={styles.part}>
      {why === null ? (
        <LinkForm key={`${team.hasPublicLinks}`} projectId={projectId} />
      ) : (
        <>
          <h3 className={styles.heading}>
            <Trans>Public link</Trans>
          </h3>
          <p className={styles.note}>{why}</p>
        </>
      )}
    </section>
  );
}

function LinkForm({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const on = { teamId, projectId };
  const [confirming, setConfirming] = useState<'off' | 'new' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const request = useRequest(`${teamId}/${projectId}`, (signal) => readLink(on, signal));
  const errorMessage = useErrorMessages(request.error);
  const link = request.data ?? null;

  async function change(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await trackLoading(work());
    } catch (error) {
      showError(explainError(error));
      request.reload();
    }
    setIsBusy(false);
  }
  const put = (options: LinkOptions): void =>
    void change(async () => {
      request.setData(await putLink(on, options));
      if (options.isNew === true) showToast(t`The old link no longer works`);
    });
  const turnOff = (): void =>
    void change(async () => {
      await turnLinkOff(on);
      request.setData(null);
      showToast(t`Public link turned off`);
    });

  if (errorMessage !== null) return <p className={styles.note}>{errorMessage}</p>;
  return (
    <>
      <Switch
        label={t`Public link`}
        hint={t`Anyone with the link can view this project without signing in.`}
        isChecked={link !== null}
        isDisabled={isBusy || request.data === undefined}
        onChange={(isOn) => (isOn ? put({}) : setConfirming('off'))}
      />
      {link !== null && (
        <PublicLinkChoices
          link={link}
          isBusy={isBusy}
          onChange={put}
          onReplace={() => setConfirming('new')}
        />
      )}
      <ConfirmDialog
        isOpen={confirming !== null}
        title={confirming === 'new' ? t`Create a new link?` : t`Turn the public link off?`}
        action={confirming === 'new' ? t`Create a new link` : t`Turn off`}
        onConfirm={() => {
          setConfirming(null);
          if (confirming === 'new') put({ isNew: true });
          else turnOff();
        }}
        onClose={() => setConfirming(null)}
      >
        <Trans>The current link stops working immediately and can’t be restored.</Trans>
      </ConfirmDialog>
    </>
  );
}
