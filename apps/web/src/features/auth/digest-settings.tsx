import type { Digest } from '@hearth/contracts/account/account';
import { Trans, useLingui } from '@lingui/react/macro';
import { acceptAccount, accountState } from '#platform/session/account.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { describeZone, readBrowserZone } from '#ui/format/time-zones.ts';

const FIRST_HOUR = 8;
const HOURS = Array.from({ length: 24 }, (_hour, at) => at);

/** Saves the digest setting optimistically. Rolls it back if the server rejects the change. */
async function saveDigest(digest: Digest | null): Promise<void> {
  const before = accountState.get().account;
  if (before === null) return;
  accountState.set({ account: { ...before, digest } });
  try {
    const { account } = await trackLoading(call('PATCH /account', { body: { digest } }));
    await acceptAccount(account);
  } catch (error) {
    const { account } = accountState.get();
    if (account !== null) accountState.set({ account: { ...account, digest: before.digest } });
    showError(explainError(error));
  }
}

/** Settings of the daily email about overdue and due tasks: on or off, and the hour in the user's time zone. */
export function DigestSettings() {
  const { t } = useLingui();
  const formats = useFormats();
  const account = useSelected(accountState, (state) => state.account);
  const { data } = useRequest('delivery', async (signal) => await call('GET /account', { signal }));
  const digest = account?.digest ?? null;
  const isMailed = data?.delivery !== 'none';
  const hour = digest?.hour ?? FIRST_HOUR;
  const zone = describeZone(account?.timeZone ?? digest?.timeZone ?? readBrowserZone());
  const write = (at: number) =>
    formats.moment(Date.UTC(1970, 0, 1, at), { timeZone: 'UTC', timeStyle: 'short' });
  const choose = (at: number) => void saveDigest({ hour: at, timeZone: readBrowserZone() });

  return (
    <SettingsGroup>
      <Switch
        label={t`Daily digest`}
        hint={
          isMailed
            ? t`Your overdue tasks and tasks due today, one email per team. No email on empty days.`
            : t`Email isn’t set up on this server, so digests can’t be sent.`
        }
        isChecked={digest !== null}
        isDisabled={account === null || (!isMailed && digest === null)}
        onChange={(isOn) => (isOn ? choose(hour) : void saveDigest(null))}
      />
      <SettingRow label={t`Digest time`} hint={<Trans>Time zone: {zone}</Trans>}>
        <Picker
          label={t`Digest time`}
          options={HOURS.map((at) => ({ value: String(at), label: write(at) }))}
          selected={[String(hour)]}
          isFramed
          isDisabled={digest === null}
          onPick={(value) => choose(Number(value))}
        >
          {write(hour)}
        </Picker>
      </SettingRow>
    </SettingsGroup>
  );
}
