import { can, GRANT_LEVELS, type GrantLevel } from '@hearth/contracts/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { LEVEL_WORDS, ROLE_WORDS, usePeople } from '#features/members/index.ts';
import { call } from '#platform/api-client.ts';
import { showError, trackLoading } from '#platform/core.ts';
import { explainError, useErrorWords } from '#platform/error-words.ts';
import { useActor } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Switch } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useFormats } from '#ui/formats.ts';
import { SkeletonRows } from '#ui/loading.tsx';
import { Picker } from '#ui/picker.tsx';
import { listAccess, readGrants, type Access } from './access.data.ts';
import styles from './access.module.css';

const NO_RIGHT = 'none';

/** Who can open a project, how far each gets and why; whoever manages it changes it here. */
export function AccessDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useLingui();
  const name = useRow('project', projectId)?.name ?? '';
  return (
    <Dialog title={t`Who can open ${name}`} isOpen onClose={onClose}>
      <AccessList projectId={projectId} />
    </Dialog>
  );
}

function AccessList({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const project = useRow('project', projectId);
  // Their names and roles change rarely: what is shown follows the list of people.
  const people = usePeople();
  const { teamId } = store;
  const [askedPrivate, setAskedPrivate] = useState<boolean | null>(null);
  const grants = useRequest(`${teamId}/${projectId}`, (signal) => readGrants(teamId, projectId, signal));
  const trouble = useErrorWords(grants.error);
  if (project === undefined) return <Trans>This project is not here any more.</Trans>;
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
    // Shown at once; who loses and gains sight of it, only the server knows.
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
            ? t`Only the people below can open it. Owners and admins have to be let in, too.`
            : t`Members edit it, owners and admins manage it. Guests see it only when they are added here.`
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
          label={t`Add somebody`}
          options={others.map((one) => ({
            value: one.userId,
            label: one.name,
            icon: <Avatar person={{ id: one.userId, name: one.name, image: one.image }} size={20} />,
          }))}
          selected={[]}
          isFramed
          onPick={(userId) => setLevel(userId, 'view')}
        >
          <IconUserPlus size={16} stroke={1.7} /> <Trans>Add somebody</Trans>
        </Picker>
      )}
      <ul className={styles.people} aria-label={t`People with access`}>
        {access.map((one) => (
          <AccessRow key={one.person.userId} access={one} mayGrant={mayGrant} onPick={setLevel} />
        ))}
      </ul>
      {mayGrant && (
        <p className={styles.why}>
          <Trans>
            A guest who can edit or manage takes one of the plan’s seats; viewing and commenting are free.
          </Trans>
        </p>
      )}
    </div>
  );
}

interface AccessRowProps {
  access: Access;
  mayGrant: boolean;
  onPick: (userId: string, level: string) => void;
}

function AccessRow({ access, mayGrant, onPick }: AccessRowProps) {
  const { t } = useLingui();
  const { person, level, grant } = access;
  const words = t(LEVEL_WORDS[level]);
  const levels = GRANT_LEVELS.map((value) => ({ value, label: t(LEVEL_WORDS[value]) }));
  const options = grant === null ? levels : [...levels, { value: NO_RIGHT, label: t`Remove` }];
  return (
    <li className={styles.row}>
      <Avatar person={{ id: person.userId, name: person.name, image: person.image }} size={30} />
      <span className={styles.who}>
        <span className={styles.name}>{person.name}</span>
        <Reason access={access} />
      </span>
      {mayGrant && (grant !== null || person.teamRole === 'member') ? (
        <Picker
          label={t`Right of ${person.name}`}
          options={options}
          selected={[level]}
          onPick={(value) => onPick(person.userId, value)}
        >
          {words} <IconChevronDown size={14} stroke={1.7} />
        </Picker>
      ) : (
        <span className={styles.level}>{words}</span>
      )}
    </li>
  );
}

/** Why somebody can open it: by their role, or who let them in. */
function Reason({ access: { person, grant, isByRole } }: { access: Access }) {
  const { t } = useLingui();
  const formats = useFormats();
  const giver = useRow('member', grant?.grantedBy ?? '')?.name ?? t`a former member`;
  const role = t(ROLE_WORDS[person.teamRole]);
  if (grant === null || isByRole) return <span className={styles.reason}>{t`By role: ${role}`}</span>;
  const day = formats.moment(grant.grantedAt, { dateStyle: 'medium' });
  return (
    <span className={styles.reason}>
      {grant.grantedBy === person.userId
        ? t`${role} · let themselves in on ${day}`
        : t`${role} · added by ${giver} on ${day}`}
    </span>
  );
}
