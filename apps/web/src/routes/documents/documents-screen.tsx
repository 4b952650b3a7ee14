import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileText, IconPlus, IconTemplate } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  archivedDocuments,
  DocumentList,
  DocumentMenu,
  newDocument,
  newFromTemplate,
  openNewDocument,
  TemplateGallery,
  TreePane,
  useDocumentTree,
  useMayMake,
  type Document,
} from '#features/documents/index.ts';
import { useRecentDocumentIds } from '#platform/client-state/recent-documents.ts';
import { runAction } from '#platform/actions/actions.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Page } from '#shell/page/page.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import styles from './documents.module.css';

/** Maximum number of recent documents. */
const RECENT = 8;

/** All documents as a tree, and the recent documents. */
export function DocumentsScreen() {
  const { t } = useLingui();
  const tree = useDocumentTree();
  const mayMake = useMayMake();
  const isWide = useIsWide();
  const recent = useRecentDocuments(tree.rows);
  const pane = (children?: React.ReactNode) => (
    <TreePane
      tree={tree}
      renderMenu={(id, isTabStop) => <DocumentMenu documentId={id} isTabStop={isTabStop} isSmall />}
    >
      {children}
    </TreePane>
  );
  return (
    <Page
      title={t`Documents`}
      layout="fill"
      actions={
        mayMake(null) && (
          <>
            <Button
              variant="default"
              icon={<IconTemplate size={16} stroke={1.7} />}
              className={styles.fromTemplate}
              onClick={() => runAction(newFromTemplate)}
            >
              <Trans>Templates</Trans>
            </Button>
            <Button icon={<IconPlus size={16} stroke={2} />} onClick={() => runAction(newDocument)}>
              <Trans>New document</Trans>
            </Button>
          </>
        )
      }
    >
      <div className={styles.frame} data-tree>
        {isWide && <aside className={styles.side}>{pane()}</aside>}
        <div className={styles.main}>
          {isWide ? (
            <div className={styles.column}>
              <Glance recent={recent} isNew={tree.rows.size === 0} />
            </div>
          ) : (
            pane(
              <div className={styles.above}>
                <Glance recent={recent.slice(0, 3)} isNew={tree.rows.size === 0} />
              </div>,
            )
          )}
        </div>
      </div>
    </Page>
  );
}

/** Returns the documents opened most recently on this device, followed by those changed most recently by anyone. */
function useRecentDocuments(rows: ReadonlyMap<string, Document>): readonly Document[] {
  const opened = useRecentDocumentIds();
  return useMemo(() => {
    const own = opened.flatMap((id) => rows.get(id) ?? []);
    const others = [...rows.values()]
      .filter(({ id }) => !opened.includes(id))
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    return [...own, ...others].slice(0, RECENT);
  }, [rows, opened]);
}

function Glance({ recent, isNew }: { recent: readonly Document[]; isNew: boolean }) {
  const { t } = useLingui();
  const archived = useRows(archivedDocuments(useTeamStore()));
  return (
    <>
      {isNew ? (
        <Beginning />
      ) : (
        <section className={styles.section}>
          <h2 className={styles.heading}>
            <Trans>Recent</Trans>
          </h2>
          <DocumentList label={t`Recent documents`} documents={recent} />
        </section>
      )}
      {archived.length > 0 && (
        <details className={styles.section}>
          <summary className={styles.heading}>
            <Trans>Archived ({archived.length})</Trans>
          </summary>
          <DocumentList label={t`Archived documents`} documents={archived} />
        </details>
      )}
    </>
  );
}

/** Empty state of a team without documents. */
function Beginning() {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const mayMake = useMayMake();
  const canMake = mayMake(null);
  return (
    <>
      <EmptyState
        icon={<IconFileText size={24} stroke={1.6} />}
        title={t`Write it down together`}
        action={
          canMake && (
            <Button icon={<IconPlus size={16} stroke={2} />} onClick={() => runAction(newDocument)}>
              <Trans>New document</Trans>
            </Button>
          )
        }
      >
        <Trans>Notes, guides and decisions live here, next to the work they’re about.</Trans>
      </EmptyState>
      {canMake && (
        <section className={styles.section}>
          <h2 className={styles.heading}>
            <Trans>Start from a template</Trans>
          </h2>
          <TemplateGallery
            onPick={(templateId, start) => openNewDocument(store, router, { templateId, ...start })}
            renderMenu={(id) => <DocumentMenu documentId={id} />}
          />
        </section>
      )}
    </>
  );
}
