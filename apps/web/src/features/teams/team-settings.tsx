import { PICTURE } from '@hearth/contracts/auth/account-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { DEFAULT_ROLES, type DefaultRole } from '@hearth/contracts/permissions/permissions';
import { ESTIMATE_UNITS, type EstimateUnit } from '@hearth/contracts/model/task-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { acceptTeam } from '#platform/session/teams.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { InlineField } from '#ui/inputs/inline-field.tsx';
import { Switch } from '#ui/inputs/choice.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { PictureField } from '#ui/files/picture-field.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { TeamMark } from '#ui/display/team-mark.tsx';
import { updateTeam } from './teams.data.ts';
import { WorkingTimeRows } from './working-time.tsx';

/**
 * Name, image and access settings of the team. Read-only without permission to change them.
 * @param publicLinks list of existing links, below the setting that allows them
 */
export function TeamSettings({ publicLinks }: { publicLinks: ReactNode }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const team = useRow('team', store.teamId);
  const may = useMay();
  if (team === undefined) return null;
  const isFixed = !may('team.update');

  return (
    <>
      {isFixed && <WhyNot act="team.update" isNotice />}
      <SettingsGroup>
        {isFixed ? (
          <SettingRow label={t`Picture`}>
            <TeamMark team={team} size={48} />
          </SettingRow>
        ) : (
          <TeamPicture team={team} />
        )}
        <SettingRow label={t`Name`}>
          {isFixed ? <span className="one-line">{team.name}</span> : <TeamName team={team} />}
        </SettingRow>
      </SettingsGroup>
      <SettingsGroup title={t`Invites`}>
        <DefaultRoleRow team={team} isFixed={isFixed} />
        <Switch
          label={t`Members can invite guests`}
          hint={t`Owners and admins always can. New people appear under Members.`}
          isChecked={team.membersMayInvite}
          isDisabled={isFixed}
          onChange={(membersMayInvite) => store.mutate(updateTeam(store, { membersMayInvite }))}
        />
      </SettingsGroup>
      <SettingsGroup title={t`Work`}>
        <EstimateUnitRow team={team} isFixed={isFixed} />
        <WorkingTimeRows team={team} isFixed={isFixed} />
      </SettingsGroup>
      <SettingsGroup title={t`API tokens`}>
        <Switch
          label={t`Members can use API tokens`}
          hint={t`Owners and admins always can, guests never. Turning this off immediately disables members’ tokens.`}
          isChecked={team.membersMayUseTokens}
          isDisabled={isFixed}
          onChange={(membersMayUseTokens) => store.mutate(updateTeam(store, { membersMayUseTokens }))}
        />
      </SettingsGroup>
      <SettingsGroup title={t`Public links`}>
        <Switch
          label={t`Public project links`}
          hint={t`Anyone with a public link sees the project without signing in. Turning this off hides all of them; turning it back on restores them.`}
          isChecked={team.hasPublicLinks}
          isDisabled={isFixed}
          onChange={(hasPublicLinks) => store.mutate(updateTeam(store, { hasPublicLinks }))}
        />
        {publicLinks}
      </SettingsGroup>
    </>
  );
}

function TeamName({ team }: { team: SyncRows['team'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <InlineField
      label={t`Team name`}
      value={team.name}
      maxLength={LIMITS.teamName}
      emptyError={t`Enter a team name.`}
      action={t`Rename`}
      onSave={(name) => {
        store.mutate(updateTeam(store, { name }));
        showToast(t`Team renamed`);
        return null;
      }}
    />
  );
}

function DefaultRoleRow({ team, isFixed }: { team: SyncRows['team']; isFixed: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const labels: Record<DefaultRole, string> = { member: t`Member`, guest: t`Guest` };
  return (
    <SettingRow
      label={t`Default role`}
      hint={t`The role new invites start with. Guests see only what’s shared with them.`}
    >
      <Picker
        label={t`Default role`}
        options={DEFAULT_ROLES.map((value) => ({ value, label: labels[value] }))}
        selected={[team.defaultRole]}
        isFramed
        isDisabled={isFixed}
        onPick={(value) => store.mutate(updateTeam(store, { defaultRole: value as DefaultRole }))}
      >
        {labels[team.defaultRole]}
      </Picker>
    </SettingRow>
  );
}

function EstimateUnitRow({ team, isFixed }: { team: SyncRows['team']; isFixed: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const labels: Record<EstimateUnit, string> = { points: t`Points`, hours: t`Hours` };
  return (
    <SettingRow
      label={t`Estimate unit`}
      hint={t`Points measure effort, hours measure time. Existing values stay the same.`}
    >
      <Picker
        label={t`Estimate unit`}
        options={ESTIMATE_UNITS.map((value) => ({ value, label: labels[value] }))}
        selected={[team.estimateUnit]}
        isFramed
        isDisabled={isFixed}
        onPick={(value) => store.mutate(updateTeam(store, { estimateUnit: value as EstimateUnit }))}
      >
        {labels[team.estimateUnit]}
      </Picker>
    </SettingRow>
  );
}

function TeamPicture({ team }: { team: SyncRows['team'] }) {
  const { t } = useLingui();
  const params = { teamId: team._id };

  async function save(upload: Blob): Promise<boolean> {
    try {
      const { team: changed } = await trackLoading(call('PUT /teams/{teamId}/image', { params, upload }));
      acceptTeam(changed);
      showToast(t`Team picture changed`);
      return true;
    } catch (error) {
      showError(explainError(error));
      return false;
    }
  }

  async function remove(): Promise<void> {
    try {
      const { team: changed } = await trackLoading(call('DELETE /teams/{teamId}/image', { params }));
      acceptTeam(changed);
      showToast(t`Team picture removed`);
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <SettingRow label={t`Picture`} hint={t`PNG, JPEG or WebP, up to 2 MB.`}>
      <PictureField
        label={t`Team picture`}
        types={PICTURE.types}
        hasPicture={team.image !== null}
        onSave={save}
        onRemove={() => void remove()}
      >
        <TeamMark team={team} size={48} />
      </PictureField>
    </SettingRow>
  );
}
