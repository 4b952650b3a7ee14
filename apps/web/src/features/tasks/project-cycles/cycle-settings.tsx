import { CYCLE_LIMITS, type CyclePlan } from '@hearth/contracts/cycles/cycle-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { updateProject } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { formatWeekday, useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import styles from './cycles.module.css';

/** Creates the default cycle plan. It starts on a Monday in the time zone of the user who turns cycles on. */
export function makePlan(weeks: number): CyclePlan {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { weeks, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone };
}

interface CycleSettingsProps {
  project: SyncRows['project'];
  /** The cycle plan. Null if cycles are turned off. */
  plan: CyclePlan | null;
  canEdit: boolean;
}

/** Edits the cycle plan of a project. Changes apply only to cycles that have not begun. */
export function CycleSettings({ project, plan, canEdit }: CycleSettingsProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const put = (cycles: CyclePlan | null) => void store.mutate(updateProject(store, project.id, { cycles }));
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const nameWeeks = (count: number) => t`${plural(count, { one: '# week', other: '# weeks' })}`;
  const nameCooldown = (count: number) => (count === 0 ? t`None` : nameWeeks(count));
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  const pick = (
    field: 'weeks' | 'startWeekday' | 'cooldownWeeks' | 'ahead',
    label: string,
    values: readonly number[],
    name: (value: number) => string,
  ) =>
    plan !== null && (
      <Picker
        label={label}
        isFramed
        isDisabled={!canEdit}
        selected={[String(plan[field])]}
        options={values.map((value) => ({ value: String(value), label: name(value) }))}
        onPick={(value) => put({ ...plan, [field]: Number(value) })}
      >
        {name(plan[field])}
      </Picker>
    );

  return (
    <div className={styles.settings}>
      <SettingsGroup
        title={t`Cycle settings`}
        hint={t`Cycles start and end automatically. Changes apply to upcoming cycles.`}
      >
        {!canEdit && (
          <div className={styles.why}>
            <WhyNot act="project.update" projectId={project.id} />
          </div>
        )}
        {plan !== null && (
          <>
            <SettingRow label={t`Length`}>
              {pick('weeks', t`Length`, numbers(1, CYCLE_LIMITS.weeks), nameWeeks)}
            </SettingRow>
            <SettingRow label={t`First day`}>
              {pick('startWeekday', t`First day`, numbers(1, 7), formatWeekday)}
            </SettingRow>
            <SettingRow label={t`Cooldown`}>
              {pick('cooldownWeeks', t`Cooldown`, numbers(0, CYCLE_LIMITS.cooldownWeeks), nameCooldown)}
            </SettingRow>
            <SettingRow label={t`Planned ahead`}>
              {pick('ahead', t`Planned ahead`, numbers(1, CYCLE_LIMITS.ahead), (count) =>
                formats.number(count),
              )}
            </SettingRow>
            <SettingRow label={t`Time zone`} hint={plan.timeZone.replaceAll('_', ' ')}>
              {canEdit && plan.timeZone !== own && (
                <Button variant="default" onClick={() => put({ ...plan, timeZone: own })}>
                  <Trans>Use mine</Trans>
                </Button>
              )}
            </SettingRow>
          </>
        )}
        <SettingRow
          label={plan === null ? t`Cycles are turned off` : t`Turn cycles off`}
          hint={t`The current cycle finishes; empty upcoming cycles are removed.`}
        >
          {canEdit && (
            <Button variant="default" onClick={() => put(plan === null ? makePlan(2) : null)}>
              {plan === null ? <Trans>Turn on</Trans> : <Trans>Turn off</Trans>}
            </Button>
          )}
        </SettingRow>
      </SettingsGroup>
    </div>
  );
}
