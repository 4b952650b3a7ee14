import { can, type GrantLevel } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Seats, useActivity, usePeople, useSeats } from '#features/members/index.ts';
import { PublicLinkPart } from '#features/public-links/index.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Switch } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { listAccess, readGrants } from './access.data.ts';
import { AccessRow, NO_RIGHT } from './access-row.tsx';
import styles from './access.module.css';

/** Lists the people who can open a project, with their access and its origin; managers can change it here. */
export function AccessDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useLingui();
  const name = useRow('project', projectId)?.name ?? '';
  return (
    <Dialog title={t`Share ${name}`} isOpen onClose={onClose}>
      <AccessList projectId={projectId} />
    </Dialog>
  );
}

function AccessList({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const project = useRow('project', projectId);
  // Names and roles are read from the list of members, which changes rarely.
  const people = usePeople();
  const { activity, reload: reloadActivity } = useActivity();
  const isFull = useSeats()?.isFull === true;
  const { teamId } = store;
  const [askedPrivate, setAskedPrivate] = useState<boolean | null>(null);
  const grants = useRequest(`${teamId}/${projectId}`, (signal) => readGrants(teamId, projectId, signal));
  const trouble = useErrorMessages(grants.error);
  if (project === undefined) return <Trans>This project no longer exists.</Trans>;
  if (trouble !== null) return <p role="alert">{trouble}</p>;
  if (grants.data === undefined) return <SkeletonRows />;

  const work = { projectId, createdBy: project.createdBy };
  const mayGrant = can(actor, 'project.grant', work);
  const mayRestrict = can(actor, 'project.restrict', work);
  const members = people.flatMap(({ id }) => store.row('member', id) ?? []);
  const access = listAccess(members, grants.data, project);
  const others = members.filter((one) => grants.data?.every(({ userId }) => userId !== one.userId) === true);

  async function change(work: Promise<unknown>): Promise<void> {
    try {
      await trackLoading(work);
    } catch (error) {
      showError(explainError(error));
    }
    grants.reload();
    // A guest with edit access occupies a seat, and revoking the access releases it, so refetch the seats.
    reloadActivity();
    void refreshSubscription();
  }
  const setLevel = (userId: string, level: string): void => {
    const params = { teamId, projectId, userId };
    const route = '/teams/{teamId}/projects/{projectId}/grants/{userId}';
    void change(
      level === NO_RIGHT
        ? call(`DELETE ${route}`, { params })
        : call(`PUT ${route}`, { params, body: { level: level as GrantLevel } }),
    );
  };
  const setPrivate = (isPrivate: boolean): void => {
    const params = { teamId, projectId };
    // Only the privacy setting is optimistic: the server determines who gains and loses access.
    setAskedPrivate(isPrivate);
    const changed = call('PATCH /teams/{teamId}/projects/{projectId}', { params, body: { isPrivate } });
    changed.catch(() => setAskedPrivate(null));
    void change(changed);
  };

  return (
    <div className={styles.access}>
      <Switch
        label={t`Private`}
        hint={
          project.isPrivate
            ? t`Only the people below have access. Owners and admins need to be added too.`
            : t`Members can edit, owners and admins can manage. Guests see it only if added here.`
        }
        isChecked={askedPrivate ?? project.isPrivate}
        isDisabled={!mayRestrict}
        onChange={setPrivate}
      />
      {!mayGrant && (
        <p className={styles.why}>
          <WhyNot act="project.grant" projectId={projectId} />
        </p>
      )}
      {mayGrant && others.length > 0 && (
        <Picker
          label={t`Add someone`}
          options={others.map((one) => ({
            value: one.userId,
            label: one.name,
            icon: <Avatar person={{ id: one.userId, name: one.name, image: one.image }} size={20} />,
          }))}
          selected={[]}
          isFramed
          onPick={(userId) => setLevel(userId, 'view')}
        >
          <IconUserPlus size={16} stroke={1.7} /> <Trans>Add someone</Trans>
        </Picker>
      )}
      <ul className={styles.people} aria-label={t`People with access`}>
        {access.map((one) => (
          <AccessRow
            key={one.person.userId}
            access={one}
            makerId={project.createdBy}
            mayGrant={mayGrant}
            lacksSeat={isFull && activity?.get(one.person.userId)?.hasSeat === false}
            onPick={setLevel}
          />
        ))}
      </ul>
      {mayGrant && (
        <p className={styles.why}>
          <Trans>
            A guest who can edit or manage takes one of the plan’s seats; viewing and commenting are free.
          </Trans>
        </p>
      )}
      {mayGrant && <Seats />}
      <PublicLinkPart projectId={projectId} />
    </div>
  );
}
