import { can } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { AccessEditor, ROLE_LABELS, Seats, usePeople } from '#features/members/index.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useCopyDocumentLink } from '#features/documents/model/use-copy-document-link.ts';
import { workOf } from '#features/documents/model/use-documents.ts';
import { listReaders, readDocumentGrants, type DocumentReader } from './document-access.ts';
import styles from './sharing.module.css';

/** Lists the users who can open a document, with their access level and its reason. Managers can change the levels. */
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
  const { teamId } = store;
  const grants = useRequest(`${teamId}/${row.id}`, (signal) => readDocumentGrants(teamId, row.id, signal));
  const project = useRow('project', row.projectId ?? '');
  const errorMessage = useErrorMessages(grants.error);
  if (errorMessage !== null) return <p role="alert">{errorMessage}</p>;

  const mayGrant = can(actor, 'document.grant', workOf(row));
  const members = people.flatMap(({ id }) => store.row('member', id) ?? []);
  const readers = listReaders(members, grants.data ?? [], row, project);
  return (
    <AccessEditor
      isLoading={grants.data === undefined}
      isPrivate={row.isPrivate}
      privacyHint={
        row.isPrivate
          ? t`Only the people below can open it and its sub-pages.`
          : row.isRestricted
            ? t`It lies in a private document, so only the people below can open it.`
            : t`Members can edit it, owners and admins can manage it. Guests see it only if added here.`
      }
      mayRestrict={can(actor, 'document.restrict', workOf(row))}
      mayGrant={mayGrant}
      whyNot={<Trans>Only the document’s creator and managers can change access.</Trans>}
      people={readers.map((reader) => ({
        person: reader.person,
        level: reader.level,
        hasGrant: reader.own !== null,
        isChangeable: reader.own !== null || reader.level !== 'manage',
        reason: <Reason reader={reader} />,
      }))}
      others={members.filter((one) => readers.every(({ person }) => person.userId !== one.userId))}
      onPrivate={(isPrivate) =>
        call('PATCH /teams/{teamId}/documents/{documentId}', {
          params: { teamId, documentId: row.id },
          body: { isPrivate },
        })
      }
      onLevel={(userId, level) => {
        const params = { teamId, documentId: row.id, userId };
        const route = '/teams/{teamId}/documents/{documentId}/grants/{userId}';
        return level === null
          ? call(`DELETE ${route}`, { params })
          : call(`PUT ${route}`, { params, body: { level } });
      }}
      onChanged={() => grants.reload()}
    >
      {mayGrant && <Seats />}
    </AccessEditor>
  );
}

function Reason({ reader: { person, own, fromId } }: { reader: DocumentReader }) {
  const { t } = useLingui();
  const titleOf = useTitleOf();
  const above = useRow('document', fromId ?? '');
  const role = t(ROLE_LABELS[person.teamRole]);
  const from = above === undefined ? null : titleOf(above);
  return own !== null ? role : from !== null ? t`${role} · from ${from}` : t`${role} (team role)`;
}
