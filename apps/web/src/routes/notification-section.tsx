import { Trans, useLingui } from '@lingui/react/macro';
import { DigestSettings } from '#features/auth/index.ts';
import { SettingRow, SettingsGroup } from '#ui/settings.tsx';

/** What reaches a person, and what will: of that nothing can be chosen yet, so nothing is offered to choose. */
export function NotificationSection() {
  const { t } = useLingui();
  return (
    <>
      <DigestSettings />
      <SettingsGroup
        title={t`Still to come`}
        hint={
          <Trans>
            Hearth shows what others do as they do it, and sends no messages about it yet. When it does, you
            will choose here what reaches you, in the app and by mail; until then there is nothing to turn
            off.
          </Trans>
        }
      >
        <SettingRow
          label={t`Your work`}
          hint={t`A task is assigned to you, or one of yours is changed or finished.`}
        />
        <SettingRow label={t`Conversations`} hint={t`Somebody comments on a task of yours, or names you.`} />
        <SettingRow label={t`Your teams`} hint={t`Somebody joins or leaves, or the plan is about to end.`} />
      </SettingsGroup>
    </>
  );
}
