import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';

/** Theme setting: light, dark, or the system's. Stored in this browser. */
export function Appearance() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingsGroup>
      <SettingRow label={t`Theme`} hint={t`For this browser only. System follows your device.`}>
        <SegmentedControl
          aria-label={t`Appearance`}
          withItemsBorders={false}
          data={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`System` },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </SettingRow>
    </SettingsGroup>
  );
}
