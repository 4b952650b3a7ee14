import type { ApiToken } from '@hearth/contracts/tokens/tokens';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { teamsState } from '#platform/session/teams.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TOKEN_GROUP_LABELS, sortScopes } from './token-labels.ts';
import { TokenExample } from './token-example.tsx';
import styles from './tokens.module.css';

/** The user's API tokens. They can be created and revoked, and the list shows when they were last used. */
export function TokenList() {
  const { t } = useLingui();
  const [isMaking, setIsMaking] = useState(false);
  const [shownAt] = useState(() => new Date());
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const list = useRequest('tokens', (signal) =>
    call('GET /account/tokens', { query: { limit: 200 }, signal }),
  );
  const errorMessage = useErrorMessages(list.error);
  const tokens = list.data?.tokens;

  async function revoke(token: ApiToken): Promise<void> {
    setRevoking(null);
    try {
      await trackLoading(call('DELETE /account/tokens/{tokenId}', { params: { tokenId: token.id } }));
      list.setData({ tokens: (tokens ?? []).filter(({ id }) => id !== token.id), nextCursor: null });
      showToast(t`Token revoked`);
    } catch (error) {
      showError(explainError(error));
    }
  }

  const createButton = (
    <Button icon={<IconPlus size={16} stroke={1.8} aria-hidden="true" />} onClick={() => setIsMaking(true)}>
      <Trans>New token</Trans>
    </Button>
  );
  if (errorMessage !== null) return <p className={styles.faint}>{errorMessage}</p>;
  if (tokens === undefined) return <SkeletonRows count={2} />;
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState icon={<IconKey size={24} stroke={1.6} />} title={t`No API tokens`} action={createButton}>
          <Trans>Tokens let your scripts use Hearth with your own access.</Trans>
        </EmptyState>
      ) : (
        <>
          <div className={styles.head}>{createButton}</div>
          <SettingsGroup>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} shownAt={shownAt} onRevoke={() => setRevoking(token)} />
            ))}
          </SettingsGroup>
        </>
      )}
      <TokenExample />
      <TokenDialog
        isOpen={isMaking}
        onClose={() => setIsMaking(false)}
        onCreated={(token) => list.setData({ tokens: [token, ...tokens], nextCursor: null })}
      />
      <ConfirmDialog
        isOpen={revoking !== null}
        title={t`Revoke “${revoking?.name ?? ''}”?`}
        action={t`Revoke token`}
        onConfirm={() => revoking !== null && void revoke(revoking)}
        onClose={() => setRevoking(null)}
      >
        <Trans>Anything using it stops working immediately. This can’t be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}

function TokenRow({ token, shownAt, onRevoke }: { token: ApiToken; shownAt: Date; onRevoke: () => void }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const teams = useSelected(teamsState, (state) => state.teams);
  const { groups, others } = sortScopes(token.scopes);
  const may = [...groups.map((group) => i18n._(TOKEN_GROUP_LABELS[group])), ...others].join(' · ');
  const team =
    token.teamId === null
      ? t`All my teams`
      : (teams.find(({ _id }) => _id === token.teamId)?.name ?? t`A team you’ve left`);
  const isOver = new Date(token.expiresAt) <= shownAt;
  const ends = formats.moment(token.expiresAt, { dateStyle: 'medium' });
  const lastUsed = token.lastUsedAt === null ? null : formats.moment(token.lastUsedAt);
  return (
    <SettingRow
      label={
        <>
          {token.name} <code className={styles.mark}>hth_…{token.hint}</code>
        </>
      }
      hint={
        <>
          <span className={styles.line}>{may}</span>
          <span className={styles.line}>
            {team}
            {' · '}
            {isOver ? (
              <strong className={styles.over}>
                <Trans>Expired {ends}</Trans>
              </strong>
            ) : (
              <Trans>Expires {ends}</Trans>
            )}
            {' · '}
            {lastUsed === null ? <Trans>Never used</Trans> : <Trans>Last used {lastUsed}</Trans>}
          </span>
        </>
      }
    >
      <Button variant="default" aria-label={t`Revoke ${token.name}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </SettingRow>
  );
}
