import { PICTURE } from '@hearth/contracts/auth/account-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { acceptAccount } from '#platform/session/account.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { InlineField } from '#ui/inputs/inline-field.tsx';
import { PictureField } from '#ui/files/picture-field.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';

/** The user's profile as shown to their teams. */
export function ProfileSettings() {
  const { t } = useLingui();
  const user = useSelected(auth, (state) => state.user);
  if (user === null) return null;

  async function rename(name: string): Promise<string | null> {
    try {
      const { account } = await trackLoading(call('PATCH /account', { body: { name } }));
      await acceptAccount(account);
      showToast(t`Name changed`);
      return null;
    } catch (error) {
      return explainError(error);
    }
  }

  async function savePicture(upload: Blob): Promise<boolean> {
    try {
      const { account } = await trackLoading(call('PUT /account/image', { upload }));
      await acceptAccount(account);
      showToast(t`Picture changed`);
      return true;
    } catch (error) {
      showError(explainError(error));
      return false;
    }
  }

  async function removePicture(): Promise<void> {
    try {
      const { account } = await trackLoading(call('DELETE /account/image'));
      await acceptAccount(account);
      showToast(t`Picture removed`);
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <SettingsGroup>
      <SettingRow label={t`Picture`} hint={t`PNG, JPEG or WebP, up to 2 MB. Your teams see it.`}>
        <PictureField
          label={t`Your picture`}
          types={PICTURE.types}
          hasPicture={user.image !== null && user.image !== ''}
          isRound
          onSave={savePicture}
          onRemove={() => void removePicture()}
        >
          <Avatar person={user} size={48} />
        </PictureField>
      </SettingRow>
      <SettingRow label={t`Name`} hint={t`Shown to your teams on tasks and in lists.`}>
        <InlineField
          label={t`Your name`}
          value={user.name}
          maxLength={LIMITS.personName}
          emptyError={t`Enter your name.`}
          action={t`Save`}
          onSave={rename}
        />
      </SettingRow>
      <SettingRow label={t`Email`} hint={t`From your Google account. Updates when you change it there.`}>
        {user.email}
      </SettingRow>
    </SettingsGroup>
  );
}
