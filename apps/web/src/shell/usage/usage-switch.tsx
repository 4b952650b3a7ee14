import { useLingui } from '@lingui/react/macro';
import { useSelected } from '#platform/client-state/state.ts';
import { isTrackingRefused } from '#platform/usage/usage-consent.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { chooseUsage, usage } from './usage-state.ts';

/** A switch to change the consent to counting screen views at any time. */
export function UsageSwitch() {
  const { t } = useLingui();
  const isGranted = useSelected(usage, (state) => state.consent === 'granted');
  const isRefused = isTrackingRefused();
  return (
    <Switch
      label={t`Share anonymous usage`}
      hint={
        isRefused
          ? t`Your browser sends “Do Not Track”, so nothing is counted.`
          : t`Only the type of screen, never its content.`
      }
      isChecked={isGranted && !isRefused}
      isDisabled={isRefused}
      onChange={(isChecked) => chooseUsage(isChecked ? 'granted' : 'denied')}
    />
  );
}
