import type { AssistantMode } from '@hearth/contracts/assistant/assistant-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useFormats } from '#ui/format/formats.ts';
import { RadioList, Switch } from '#ui/inputs/choice.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { useAssistantSettings } from '#features/assistant/talk/use-assistant-settings.ts';

/** Settings of the team's assistant: what answers, which data it may use, and its usage. */
export function AssistantSettings() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const formats = useFormats();
  const mayChange = useMay()('assistant.configure');
  const { data, error, setData } = useAssistantSettings();
  const errorMessage = useErrorMessages(error);
  if (data === undefined) return errorMessage === null ? null : <p>{errorMessage}</p>;
  const { provider, mode, keepsBodies, usage } = data;
  const hasModel = provider !== 'builtin';

  async function change(fields: { mode?: AssistantMode; keepsBodies?: boolean }): Promise<void> {
    if (data === undefined) return;
    setData({ ...data, ...fields });
    try {
      const { settings } = await call('PATCH /teams/{teamId}/assistant/settings', {
        params: { teamId },
        body: fields,
      });
      setData(settings);
    } catch (fault) {
      setData(data);
      showError(explainError(fault));
    }
  }
  const modes: { value: AssistantMode; label: string }[] = [
    ...(hasModel
      ? [{ value: 'any' as const, label: t`AI model (${provider}), with the built-in assistant behind it` }]
      : []),
    {
      value: hasModel ? 'builtin' : mode === 'off' ? 'any' : mode,
      label: t`Built-in assistant: commands and search, no AI model`,
    },
    { value: 'off', label: t`Off` },
  ];
  const [used, max] = [formats.number(usage.used), formats.number(usage.max)];
  return (
    <SettingsGroup>
      <SettingRow
        label={<Trans>Who answers</Trans>}
        hint={mayChange ? undefined : <Trans>Owners and admins can change this.</Trans>}
      >
        <fieldset disabled={!mayChange} style={{ display: 'contents' }}>
          <RadioList
            label={t`Who answers`}
            options={modes}
            value={mode}
            onChange={(value) => void change({ mode: value })}
          />
        </fieldset>
      </SettingRow>
      {hasModel && (
        <>
          <Switch
            label={<Trans>Text of documents stays here</Trans>}
            hint={t`The model is told titles and tasks, never what is written in documents.`}
            isChecked={keepsBodies}
            isDisabled={!mayChange || mode !== 'any'}
            onChange={(isOn) => void change({ keepsBodies: isOn })}
          />
          <SettingRow
            label={<Trans>Messages to the model this month</Trans>}
            hint={<Trans>When they are used up, the built-in assistant answers.</Trans>}
          >
            <Trans>
              {used} of {max}
            </Trans>
          </SettingRow>
        </>
      )}
    </SettingsGroup>
  );
}
