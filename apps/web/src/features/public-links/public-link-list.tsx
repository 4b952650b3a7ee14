import type { PublicLink } from '@hearth/contracts/public-links/public-links';
import type { PublicLinkState } from '@hearth/contracts/public-links/public-link-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useCopyLink } from '#features/invites/index.ts';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SettingRow } from '#ui/layout/settings.tsx';
import { turnLinkOff } from './public-links.data.ts';
import styles from './public-links.module.css';

const STATE_LABELS: Record<Exclude<PublicLinkState, 'open'>, MessageDescriptor> = {
  expired: msg`Expired`,
  archived: msg`Disabled while the project is archived`,
  forbidden: msg`Disabled while public links aren’t allowed`,
};

/** All public links of the team, for its owners and admins. */
export function PublicLinkList() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const may = useMay();
  const isAllowed = useRow('team', teamId)?.hasPublicLinks === true;
  const mayList = may('publicLinks.list');
  const [ending, setEnding] = useState<PublicLink | null>(null);
  const list = useRequest(`${teamId} ${mayList}`, async (signal) =>
    mayList ? await readAll(teamId, signal) : [],
  );
  const errorMessage = useErrorMessages(list.error);
  if (!mayList) return null;
  if (errorMessage !== null) return <p className={styles.note}>{errorMessage}</p>;
  const links = list.data ?? [];

  async function turnOff(link: PublicLink): Promise<void> {
    setEnding(null);
    try {
      await trackLoading(turnLinkOff({ teamId, projectId: link.projectId }));
      showToast(t`Public link turned off`);
    } catch (error) {
      showError(explainError(error));
    }
    list.reload();
  }

  return (
    <>
      {list.data !== undefined && links.length === 0 && (
        <SettingRow label={t`No public links`} hint={t`Project managers can create one under Share.`} />
      )}
      {links.map((link) => (
        <LinkRow
          key={link.projectId}
          link={link}
          state={stateOf(link, isAllowed)}
          onEnd={() => setEnding(link)}
        />
      ))}
      <ConfirmDialog
        isOpen={ending !== null}
        title={t`Turn off the public link of ${ending?.projectName ?? ''}?`}
        action={t`Turn off`}
        onConfirm={() => ending !== null && void turnOff(ending)}
        onClose={() => setEnding(null)}
      >
        <Trans>The current link stops working immediately and can’t be restored.</Trans>
      </ConfirmDialog>
    </>
  );
}

async function readAll(teamId: string, signal?: AbortSignal): Promise<PublicLink[]> {
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/public-links', { params: { teamId }, query: { limit: 200, cursor }, signal }),
  );
  return pages.flatMap(({ publicLinks }) => publicLinks);
}

/** The team's setting applies immediately and overrides a state that the server sent earlier. */
function stateOf({ state }: PublicLink, isAllowed: boolean): PublicLinkState {
  if (!isAllowed) return 'forbidden';
  return state === 'forbidden' ? 'open' : state;
}

interface LinkRowProps {
  link: PublicLink;
  state: PublicLinkState;
  onEnd: () => void;
}

function LinkRow({ link, state, onEnd }: LinkRowProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const copy = useCopyLink();
  const { madeBy } = link;
  const made = formats.moment(link.createdAt, { dateStyle: 'medium' });
  const until = link.expiresAt === null ? null : formats.moment(link.expiresAt, { dateStyle: 'medium' });
  const shown = formats.list([
    t`tasks`,
    ...(link.showsDescriptions ? [t`descriptions`] : []),
    ...(link.showsNames ? [t`people’s names`] : []),
  ]);
  return (
    <SettingRow
      label={link.projectName}
      hint={
        <>
          <span className={styles.line}>
            {until === null
              ? t`By ${madeBy.name} on ${made}`
              : t`By ${madeBy.name} on ${made}, until ${until}`}
          </span>
          <span className={styles.line}>
            {state === 'open' ? (
              <Trans>Shows {shown}</Trans>
            ) : (
              <strong className={styles.over}>{t(STATE_LABELS[state])}</strong>
            )}
          </span>
        </>
      }
    >
      <span className={styles.acts}>
        <IconButton
          label={t`Copy the public link of ${link.projectName}`}
          onClick={() => void copy(link.url)}
        >
          <IconCopy size={16} stroke={1.7} />
        </IconButton>
        <Button
          variant="default"
          aria-label={t`Turn off the public link of ${link.projectName}`}
          onClick={onEnd}
        >
          <Trans>Turn off</Trans>
        </Button>
      </span>
    </SettingRow>
  );
}
