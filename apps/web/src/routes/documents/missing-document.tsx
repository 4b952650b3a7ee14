import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileOff } from '@tabler/icons-react';
import { useState } from 'react';
import { readTrash, restoreItems, showRestoredToast, type RestorableItem } from '#features/tasks/index.ts';
import { MissingInTeam } from '#features/teams/index.ts';
import { EXPECTS_TEXT } from '#platform/actions/keys.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Page } from '#shell/page/page.tsx';
import { Button } from '#ui/buttons/button.tsx';

/**
 * Shown for a document that cannot be displayed. For a document in the trash, states who deleted it and offers to restore it if the user
 * may.
 */
export function MissingDocument({ documentId }: { documentId: string }) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const trash = useRequest(`${teamId}/${documentId}`, (signal) =>
    readTrash(teamId, { search: '', kind: 'document' }, null, signal),
  );
  const [isBusy, setBusy] = useState(false);
  const item = trash.data?.items.find(({ id }) => id === documentId);
  const person = useRow('member', item?.deletedBy ?? '');
  const name = item === undefined || item.title === '' ? t`Untitled` : item.title;

  async function restore(items: readonly RestorableItem[]): Promise<void> {
    setBusy(true);
    try {
      const restored = await trackLoading(restoreItems(teamId, items));
      showRestoredToast(items[0]?.title ?? '', restored, { restore });
    } catch (error) {
      setBusy(false);
      showError(explainError(error));
    }
  }

  return (
    <Page title={item === undefined ? t`Document` : name}>
      <div {...EXPECTS_TEXT}>
        <MissingInTeam
          kind="document"
          id={documentId}
          icon={<IconFileOff size={24} stroke={1.6} />}
          title={item === undefined ? t`We can’t find this document` : t`${name} was deleted`}
          action={
            item?.mayRestore === true ? (
              <Button isBusy={isBusy} onClick={() => void restore([item])}>
                <Trans>Restore</Trans>
              </Button>
            ) : null
          }
          to="/dashboard/documents"
          linkText={<Trans>Documents</Trans>}
        >
          {item === undefined ? (
            <Trans>It may have been deleted, or you don’t have access to it.</Trans>
          ) : person === undefined ? (
            <Trans>It’s in the trash.</Trans>
          ) : (
            <Trans>{person.name} moved it to the trash.</Trans>
          )}
        </MissingInTeam>
      </div>
    </Page>
  );
}
