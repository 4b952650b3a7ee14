import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconFileOff, IconLayoutSidebar } from '@tabler/icons-react';
import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { rememberBlocked } from '#features/billing/index.ts';
import {
  archiveDocument,
  createAgain,
  DocumentMenu,
  DocumentPage,
  findRefusedDocument,
  listAncestors,
  RefusedText,
  ShareButton,
  toggleTree,
  toggleTreePane,
  TreePane,
  treePane,
  useDocumentMay,
  useDocumentTree,
  useTitleOf,
  type Document,
  type RefusedDocument,
} from '#features/documents/index.ts';
import { DocumentStar } from '#features/favourites/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { EXPECTS_TEXT } from '#platform/actions/keys.ts';
import { noteOpenedDocument } from '#platform/client-state/recent-documents.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useRefusals, useRow, useTeamStore } from '#platform/sync/index.ts';
import { useProblemMessages } from '#platform/texts/error-messages.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { Page } from '#shell/page/page.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Missing } from '#ui/feedback/missing.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { MissingDocument } from './missing-document.tsx';
import styles from './documents.module.css';

/** A document next to the document tree. */
export function DocumentScreen() {
  const { documentId } = useParams({ from: '/dashboard/documents/$documentId' });
  const row = useRow('document', documentId);
  const refused = findRefusedDocument(useRefusals(), documentId);
  if (row === undefined && refused !== null) return <Refused key={documentId} refused={refused} />;
  if (row === undefined) return <MissingDocument key={documentId} documentId={documentId} />;
  return <Opened key={documentId} row={row} />;
}

/** A document whose creation was rejected: the reason, its text and an option to create it after all. */
function Refused({ refused }: { refused: RefusedDocument }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const titleOf = useTitleOf();
  const panel = useTaskPanel();
  const { problem } = refused;
  const why = useProblemMessages(problem);
  const isAtLimit = problem.status === 402;
  const { id, title } = refused.row;
  // The document is created automatically after the payment.
  const remember = (): void => rememberBlocked('documents', { kind: 'document', name: title, wish: { id } });
  return (
    <Page title={titleOf(refused.row)}>
      <div role="alert" {...EXPECTS_TEXT}>
        <Missing
          icon={<IconFileOff size={24} stroke={1.6} />}
          title={t`This document isn’t saved`}
          action={
            <>
              <Button onClick={() => createAgain(store, refused)}>
                <Trans>Try again</Trans>
              </Button>
              {isAtLimit && (
                <LinkButton to="/dashboard/upgrade" search={{}} variant="default" onClick={remember}>
                  <Trans>See plans</Trans>
                </LinkButton>
              )}
            </>
          }
        >
          {why} <Trans>What you wrote is kept on this device.</Trans>
        </Missing>
      </div>
      <RefusedText row={refused.row} navigation={panel} />
    </Page>
  );
}

function Opened({ row }: { row: Document }) {
  const { t } = useLingui();
  const tree = useDocumentTree();
  const titleOf = useTitleOf();
  const isWide = useIsWide();
  const isShown = useSelected(treePane, (state) => state.isShown);
  const may = useDocumentMay();
  const panel = useTaskPanel();
  const hash = useLocation({ select: (location) => location.hash });
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [wordCount, setWordCount] = useState<number>();
  useAction(toggleTree, toggleTreePane, isWide);
  useEffect(() => noteOpenedDocument(row.id), [row.id]);
  const title = titleOf(row);
  const hasTree = isWide && isShown;
  return (
    <Page
      title={title}
      layout="fill"
      mark={
        <>
          {isWide && (
            <IconButton
              label={isShown ? t`Hide the list of documents` : t`Show the list of documents`}
              shortcut={toggleTree}
              aria-expanded={isShown}
              onClick={toggleTreePane}
            >
              <IconLayoutSidebar size={18} stroke={1.6} />
            </IconButton>
          )}
          <Path row={row} rows={tree.rows} />
        </>
      }
      actions={
        <>
          <div ref={setHead} className={styles.state} />
          <DocumentStar id={row.id} name={title} />
          {!may('document.update', row) && row.archivedAt === null && (
            <span className={styles.viewOnly}>
              <Trans>View only</Trans>
            </span>
          )}
          <ShareButton documentId={row.id} />
          <DocumentMenu documentId={row.id} isOfScreen words={wordCount} />
        </>
      }
      bar={row.archivedAt === null ? undefined : <ArchivedBar row={row} />}
    >
      <div className={styles.frame} data-tree={hasTree || undefined}>
        {hasTree && (
          <aside className={styles.side}>
            <TreePane
              tree={tree}
              currentId={row.id}
              renderMenu={(id, isTabStop) => <DocumentMenu documentId={id} isTabStop={isTabStop} isSmall />}
            />
          </aside>
        )}
        <DocumentPage
          row={row}
          head={head}
          navigation={panel}
          blockId={hash === '' ? null : hash}
          onWordCount={setWordCount}
        />
      </div>
    </Page>
  );
}

/** The ancestors of the document, starting at the root. */
function Path({ row, rows }: { row: Document; rows: ReadonlyMap<string, Document> }) {
  const { t } = useLingui();
  const titleOf = useTitleOf();
  const project = useRow('project', row.projectId ?? '');
  const router = useRouter();
  const above = listAncestors(rows, row.id);
  // The parent is always shown as the most likely target. If there are more than two ancestors, all others are collapsed.
  const folded = above.length > 2 ? above.slice(0, -1) : [];
  const shown = above.slice(folded.length);
  return (
    <nav className={styles.path} aria-label={t`Path`}>
      <Link to="/dashboard/documents" search={{}}>
        <Trans>Documents</Trans>
      </Link>
      <Slash />
      {project !== undefined && (
        <>
          <Link to="/dashboard/projects/$projectId" params={{ projectId: project.id }} search={{}}>
            {project.name}
          </Link>
          <Slash />
        </>
      )}
      {folded.length > 0 && (
        <>
          <Menu position="bottom-start">
            <Menu.Target>
              <IconButton label={t`Documents above`}>
                <IconDots size={16} stroke={1.7} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              {folded.map((one) => (
                <Menu.Item
                  key={one.id}
                  onClick={() =>
                    void router.navigate({
                      to: '/dashboard/documents/$documentId',
                      params: { documentId: one.id },
                      search: {},
                    })
                  }
                >
                  {titleOf(one)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Slash />
        </>
      )}
      {shown.map((one) => (
        <Fragment key={one.id}>
          <Link to="/dashboard/documents/$documentId" params={{ documentId: one.id }} search={{}}>
            {titleOf(one)}
          </Link>
          <Slash />
        </Fragment>
      ))}
    </nav>
  );
}

const Slash = () => (
  <span className={styles.slash} aria-hidden="true">
    /
  </span>
);

function ArchivedBar({ row }: { row: Document }) {
  const store = useTeamStore();
  const may = useDocumentMay();
  return (
    <div className={styles.archived} role="note">
      <Trans>This document is archived and read-only.</Trans>
      {may('document.archive', row) && (
        <Button
          variant="default"
          size="small"
          onClick={() => store.mutate(archiveDocument(store, row.id, false))}
        >
          <Trans>Unarchive</Trans>
        </Button>
      )}
    </div>
  );
}
