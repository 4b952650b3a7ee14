import { Trans, useLingui } from '@lingui/react/macro';
import { DigestSettings } from '#features/auth/index.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';

/** Current and planned notifications. Planned notifications have no controls because they cannot be configured yet. */
export function NotificationSection() {
  const { t } = useLingui();
  return (
    <>
      <DigestSettings />
      <SettingsGroup
        title={t`Coming soon`}
        hint={
          <Trans>
            Hearth shows your team’s changes live and doesn’t send notifications yet. Once it does, you’ll
            choose here what you get in the app and by email.
          </Trans>
        }
      >
        <SettingRow label={t`Your work`} hint={t`A task is assigned to you, or one of yours changes.`} />
        <SettingRow label={t`Conversations`} hint={t`Someone comments on your task or mentions you.`} />
        <SettingRow label={t`Your teams`} hint={t`Someone joins or leaves, or your plan is about to end.`} />
      </SettingsGroup>
    </>
  );
}
