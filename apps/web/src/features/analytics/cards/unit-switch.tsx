import { useLingui } from '@lingui/react/macro';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import switchStyles from './switch.module.css';

/** Unit of a chart: tasks, or their estimates. */
export type CountUnit = 'tasks' | 'points';

interface UnitSwitchProps {
  unit: CountUnit;
  onChange: (unit: CountUnit) => void;
}

export function UnitSwitch({ unit, onChange }: UnitSwitchProps) {
  const { t } = useLingui();
  const isInHours = useEstimateUnit() === 'hours';
  return (
    <div role="group" aria-label={t`Unit`} className={switchStyles.switch}>
      {(['tasks', 'points'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === unit} onClick={() => onChange(one)}>
          {one === 'tasks' ? t`Tasks` : isInHours ? t`Hours` : t`Points`}
        </button>
      ))}
    </div>
  );
}
