import { can } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { AccessEditor, ROLE_LABELS, Seats, usePeople } from '#features/members/index.ts';
import { PublicLinkPart } from '#features/public-links/index.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { listAccess, readGrants, type Access } from './access.data.ts';
import styles from './access-dialog.module.css';

/** Lists the members who can open a project, with their access level and its reason. Managers can change the levels. */
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
  // Re-renders when members change. Their names and roles are read from the store below.
  const people = usePeople();
  const { teamId } = store;
  const grants = useRequest(`${teamId}/${projectId}`, (signal) => readGrants(teamId, projectId, signal));
  const errorMessage = useErrorMessages(grants.error);
  if (project === undefined) return <Trans>This project no longer exists.</Trans>;
  if (errorMessage !== null) return <p role="alert">{errorMessage}</p>;

  const work = { projectId, createdBy: project.createdBy };
  const mayGrant = can(actor, 'project.grant', work);
  const members = people.flatMap(({ id }) => store.row('member', id) ?? []);
  const granted = grants.data ?? [];
  return (
    <AccessEditor
      isLoading={grants.data === undefined}
      isPrivate={project.isPrivate}
      privacyHint={
        project.isPrivate
          ? t`Only the people below have access. Owners and admins need to be added too.`
          : t`Members can edit, owners and admins can manage. Guests see it only if added here.`
      }
      mayRestrict={can(actor, 'project.restrict', work)}
      mayGrant={mayGrant}
      whyNot={<WhyNot act="project.grant" projectId={projectId} />}
      people={listAccess(members, granted, project).map((access) => ({
        person: access.person,
        level: access.level,
        hasGrant: access.grant !== null,
        isChangeable: access.grant !== null || access.person.teamRole === 'member',
        reason: <Reason access={access} makerId={project.createdBy} />,
      }))}
      others={members.filter((one) => granted.every(({ userId }) => userId !== one.userId))}
      onPrivate={(isPrivate) =>
        call('PATCH /teams/{teamId}/projects/{projectId}', {
          params: { teamId, projectId },
          body: { isPrivate },
        })
      }
      onLevel={(userId, level) => {
        const params = { teamId, projectId, userId };
        const route = '/teams/{teamId}/projects/{projectId}/grants/{userId}';
        return level === null
          ? call(`DELETE ${route}`, { params })
          : call(`PUT ${route}`, { params, body: { level } });
      }}
      onChanged={() => grants.reload()}
    >
      {mayGrant && (
        <p className={styles.seatNote}>
          <Trans>
            A guest who can edit or manage takes one of the plan’s seats; viewing and commenting are free.
          </Trans>
        </p>
      )}
      {mayGrant && <Seats />}
      <PublicLinkPart projectId={projectId} />
    </AccessEditor>
  );
}

/** The reason for the access: role, creator (`makerId`), or the member who granted it. */
function Reason({
  access: { person, grant, isByRole },
  makerId,
}: {
  access: Access;
  makerId: string | null;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const giver = useRow('member', grant?.grantedBy ?? '')?.name ?? t`a former member`;
  const role = t(ROLE_LABELS[person.teamRole]);
  if (grant === null || isByRole) return t`${role} (team role)`;
  const isOwn = grant.grantedBy === person.userId;
  if (isOwn && person.userId === makerId) return t`${role} · created this project`;
  const day = formats.moment(grant.grantedAt, { dateStyle: 'medium' });
  return isOwn ? t`${role} · gave themselves access on ${day}` : t`${role} · added by ${giver} on ${day}`;
}
