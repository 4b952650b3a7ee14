import type { PrivateProject } from '@hearth/contracts/projects/projects';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';

interface GrantOwnAccessProps {
  project: PrivateProject;
  /** Called on failure. The project may have changed. */
  onRefused: () => void;
}

/** Grants owners and admins access to a private project after a confirmation. The project's members can see the grant. */
export function GrantOwnAccess({ project, onRefused }: GrantOwnAccessProps) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const [isConfirming, setIsConfirming] = useState(false);
  const { name } = project;

  async function enter(): Promise<void> {
    setIsConfirming(false);
    const params = { teamId, projectId: project.id };
    try {
      await trackLoading(call('POST /teams/{teamId}/projects/{projectId}/grants/me', { params }));
      showToast(t`You now manage ${name}`);
    } catch (error) {
      showError(explainError(error));
      onRefused();
    }
  }

  return (
    <>
      <Button variant="default" aria-label={t`Get access to ${name}`} onClick={() => setIsConfirming(true)}>
        <Trans>Get access</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Get access to ${name}?`}
        action={t`Get access`}
        onConfirm={() => void enter()}
        onClose={() => setIsConfirming(false)}
      >
        <Trans>
          You’ll be able to manage it. Its members will see that you gave yourself access, and it’s recorded
          in the audit log.
        </Trans>
      </ConfirmDialog>
    </>
  );
}

/** The members who can grant access. */
export function Managers({ ids }: { ids: readonly string[] }) {
  const formats = useFormats();
  const people = useRowsOf('member', ids);
  const names = formats.list(people.map((person) => person.name));
  return people.length === 0 ? <Trans>No manager</Trans> : <Trans>Managed by {names}</Trans>;
}
