import type { SyncRows } from '@hearth/contracts/sync';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { waitingByProject } from '#features/tasks/model/triage-waits.ts';
import { switchTriage } from '#features/tasks/model/triage.data.ts';

/** Setting that makes the tasks that guests create in a project wait in triage until they are accepted. */
export function TriageSettings({ project }: { project: SyncRows['project'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { id, hasTriage, createdBy } = project;
  const waiting = useGroup(waitingByProject(store), id).length;
  const maySwitch = useMay()('project.triage', { projectId: id, createdBy });

  function turn(): void {
    store.mutate(switchTriage(store, id, !hasTriage));
    showToast(hasTriage ? t`Triage is off` : t`Triage is on`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  }

  return (
    <SettingsGroup>
      <SettingRow
        label={hasTriage ? t`Triage is on` : t`Triage is off`}
        hint={
          <>
            <Trans>Guest submissions wait here for approval.</Trans>{' '}
            {waiting > 0 && (
              <Plural
                value={waiting}
                one="# task in triage will be accepted when you turn it off."
                other="# tasks in triage will be accepted when you turn it off."
              />
            )}
          </>
        }
      >
        {maySwitch ? (
          <Button variant="default" onClick={turn}>
            {hasTriage ? <Trans>Turn triage off</Trans> : <Trans>Turn triage on</Trans>}
          </Button>
        ) : (
          <WhyNot act="project.triage" projectId={id} />
        )}
      </SettingRow>
    </SettingsGroup>
  );
}
