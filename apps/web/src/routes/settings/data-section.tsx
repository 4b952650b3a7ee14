import { OwnData } from '#features/auth/index.ts';
import { isUsageMeasured } from '#platform/usage/usage-consent.ts';
import { UsageSwitch } from '#shell/usage/usage-switch.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';

/** The user's privacy and data settings. */
export function DataSection() {
  return (
    <>
      {isUsageMeasured() && (
        <SettingsGroup>
          <UsageSwitch />
        </SettingsGroup>
      )}
      <OwnData />
    </>
  );
}
