import { Trans, useLingui } from '@lingui/react/macro';
import { apiOrigin } from '#platform/api/api-client.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import styles from './tokens.module.css';

/** A minimal working request, with this team's id in the URL. */
export function TokenExample() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const mcp = `${apiOrigin}/mcp`;
  const lines = [
    `curl -H "Authorization: Bearer $HEARTH_TOKEN" \\`,
    // Quoted: some shells expand the question mark.
    `  "${apiOrigin}/teams/${teamId}/tasks?limit=10"`,
  ];
  return (
    <SettingsGroup
      title={t`How to use a token`}
      hint={<Trans>Send it in the Authorization header. This lists the open team’s tasks:</Trans>}
    >
      {/* Long lines scroll, so the element must be focusable for keyboard users. */}
      <pre className={styles.example} dir="ltr" tabIndex={0} aria-label={t`Example`}>
        {lines.join('\n')}
      </pre>
      <p className={styles.more}>
        <a href={`${apiOrigin}/openapi.json`} target="_blank" rel="noreferrer">
          <Trans>API reference (OpenAPI)</Trans>
        </a>
      </p>
      <p className={styles.more}>
        <Trans>
          AI apps that support the Model Context Protocol (MCP) connect to <code>{mcp}</code> with a token for
          one team.
        </Trans>
      </p>
    </SettingsGroup>
  );
}
