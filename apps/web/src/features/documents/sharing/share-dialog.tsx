import {
  can,
  GRANT_LEVELS,
  isCollaborator,
  type GrantLevel,
} from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconLink, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  LEVEL_LABELS,
  ROLE_LABELS,
  Seats,
  useActivity,
  usePeople,
  useSeats,
} from '#features/members/index.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Switch } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useCopyDocumentLink } from '#features/documents/model/use-copy-document-link.ts';
import { workOf } from '#features/documents/model/use-documents.ts';
import { listReaders, readDocumentGrants, type DocumentReader } from './document-access.ts';
import styles from './sharing.module.css';

/** Value of the option that revokes access. */
const NO_RIGHT = 'none';

/** Lists the people who can open a document, with their access and its origin; managers can change it here. */
export function ShareDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const { t } = useLingui();
  const row = useRow('document', documentId);
  const titleOf = useTitleOf();
  const copyLink = useCopyDocumentLink(documentId);
  if (row === undefined) return null;
  return (
    <Dialog title={t`Share ${titleOf(row)}`} isOpen onClose={onClose}>
      <ReaderList row={row} />
      <div className={styles.foot}>
        <Button variant="default" icon={<IconLink size={16} stroke={1.7} />} onClick={copyLink}>
          <Trans>Copy link</Trans>
        </Button>
        <span className={styles.why}>
          <Trans>It opens only for people who have access.</Trans>
        </span>
      </div>
    </Dialog>
  );
}

function ReaderList({ row }: { row: Document }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const people = usePeople();
  const { activity, reload: reloadActivity } = useActivity();
  const isFull = useSeats()?.isFull === true;
  const { teamId } = store;
  const [askedPrivate, setAskedPrivate] = useState<boolean | null>(null);
  const grants = useRequest(`${teamId}/${row.id}`, (signal) => readDocumentGrants(teamId, row.id, signal));
  const project = useRow('project', row.projectId ?? '');
  const trouble = useErrorMessages(grants.error);
  if (trouble !== null) return <p role="alert">{trouble}</p>;
  if (grants.data === undefined) return <SkeletonRows />;

  const mayGrant = can(actor, 'document.grant', workOf(row));
  const mayRestrict = can(actor, 'document.restrict', workOf(row));
  const members = people.flatMap(({ id }) => store.row('member', id) ?? []);
  const readers = listReaders(members, grants.data, row, project);
  const others = members.filter((one) => readers.every(({ person }) => person.userId !== one.userId));

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
    const params = { teamId, documentId: row.id, userId };
    const route = '/teams/{teamId}/documents/{documentId}/grants/{userId}';
    void change(
      level === NO_RIGHT
        ? call(`DELETE ${route}`, { params })
        : call(`PUT ${route}`, { params, body: { level: level as GrantLevel } }),
    );
  };
  const setPrivate = (isPrivate: boolean): void => {
    // Only the privacy setting is optimistic: the server determines who gains and loses access.
    setAskedPrivate(isPrivate);
    const params = { teamId, documentId: row.id };
    const changed = call('PATCH /teams/{teamId}/documents/{documentId}', { params, body: { isPrivate } });
    changed.catch(() => setAskedPrivate(null));
    void change(changed);
  };

  return (
    <div className={styles.access}>
      <Switch
        label={t`Private`}
        hint={
          row.isPrivate
            ? t`Only the people below can open it and its sub-pages.`
            : row.isRestricted
              ? t`It lies in a private document, so only the people below can open it.`
              : t`Members can edit it, owners and admins can manage it. Guests see it only if added here.`
        }
        isChecked={askedPrivate ?? row.isPrivate}
        isDisabled={!mayRestrict}
        onChange={setPrivate}
      />
      {!mayGrant && (
        <p className={styles.why}>
          <Trans>Only the document’s creator and managers can change access.</Trans>
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
        {readers.map((reader) => (
          <ReaderRow
            key={reader.person.userId}
            reader={reader}
            mayGrant={mayGrant}
            lacksSeat={isFull && activity?.get(reader.person.userId)?.hasSeat === false}
            onPick={setLevel}
          />
        ))}
      </ul>
      {mayGrant && <Seats />}
    </div>
  );
}

interface ReaderRowProps {
  reader: DocumentReader;
  mayGrant: boolean;
  /** Whether edit access would require a seat while none is free. */
  lacksSeat: boolean;
  onPick: (userId: string, level: string) => void;
}

function ReaderRow({ reader, mayGrant, lacksSeat, onPick }: ReaderRowProps) {
  const { t } = useLingui();
  const { person, level, own, fromId } = reader;
  const titleOf = useTitleOf();
  const above = useRow('document', fromId ?? '');
  const words = t(LEVEL_LABELS[level]);
  const role = t(ROLE_LABELS[person.teamRole]);
  const levels = GRANT_LEVELS.map((value) => {
    const option = { value, label: t(LEVEL_LABELS[value]) };
    const takesSeat = isCollaborator(person.teamRole, [value]);
    return lacksSeat && takesSeat ? { ...option, isDisabled: true, hint: t`No seats left` } : option;
  });
  const options = own === null ? levels : [...levels, { value: NO_RIGHT, label: t`Remove` }];
  const from = above === undefined ? null : titleOf(above);
  return (
    <li className={styles.row}>
      <Avatar person={{ id: person.userId, name: person.name, image: person.image }} size={30} />
      <span className={styles.who}>
        <span className={styles.name}>{person.name}</span>
        <span className={styles.reason}>
          {own !== null ? role : from !== null ? t`${role} · from ${from}` : t`${role} (team role)`}
        </span>
      </span>
      {mayGrant && (own !== null || level !== 'manage') ? (
        <Picker
          label={t`Access level for ${person.name}`}
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
