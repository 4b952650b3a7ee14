import { LOCALE_NAMES } from '@hearth/contracts/core/locale-names';
import { isLocale, LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import { acceptAccount, accountState } from '#platform/session/account.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { chooseLocale, readLocale } from '#platform/texts/texts.ts';
import { formatMoment } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { describeZone, listZones, readBrowserZone } from '#ui/format/time-zones.ts';

const LANGUAGE_CHOICES = LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }));

/** Option value for the browser's own time zone. It is not a valid zone name. */
const AS_BROWSER = 'browser';

const CLOCK = { dateStyle: 'medium', timeStyle: 'short' } as const;
const TICK_MS = 5_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Language and time zone, stored with the account so that they apply on other devices too. */
export function LanguageSettings() {
  const { t, i18n } = useLingui();
  const spoken = isLocale(i18n.locale) ? i18n.locale : readLocale();
  const now = useNow();
  const zone = useSelected(accountState, (state) => state.account?.timeZone ?? null);
  const browserZone = describeZone(readBrowserZone());
  const options = useMemo(
    () => [
      { value: AS_BROWSER, label: t`Browser time zone: ${browserZone}` },
      ...listZones().map((value) => ({ value, label: describeZone(value) })),
    ],
    [t, browserZone],
  );

  async function keep(body: { language?: Locale; timeZone?: string | null }): Promise<boolean> {
    try {
      const { account } = await trackLoading(call('PATCH /account', { body }));
      await acceptAccount(account);
      return true;
    } catch (error) {
      showError(explainError(error));
      return false;
    }
  }

  async function speak(language: Locale): Promise<void> {
    // Applied on this device immediately, and on other devices once the server has accepted it.
    await chooseLocale(language);
    await keep({ language });
  }

  return (
    <SettingsGroup>
      <SettingRow
        label={t`Language`}
        hint={t`Hearth’s interface only. Your team’s content isn’t translated.`}
      >
        <Picker
          label={t`Language`}
          options={LANGUAGE_CHOICES}
          selected={[spoken]}
          isFramed
          onPick={(value) => {
            if (isLocale(value)) void speak(value);
          }}
        >
          {LOCALE_NAMES[spoken]}
        </Picker>
      </SettingRow>
      <SettingRow
        label={t`Time zone`}
        hint={
          <Trans>
            Used for all dates and times. It’s now{' '}
            {formatMoment(now, { ...CLOCK, timeZone: zone ?? undefined })}.
          </Trans>
        }
      >
        <Picker
          label={t`Time zone`}
          options={options}
          selected={[zone ?? AS_BROWSER]}
          isFramed
          onPick={(value) => {
            const timeZone = value === AS_BROWSER ? null : value;
            void keep({ timeZone }).then((isSaved) => isSaved && showToast(t`Time zone changed`));
          }}
        >
          {zone === null ? browserZone : describeZone(zone)}
        </Picker>
      </SettingRow>
    </SettingsGroup>
  );
}
