import type { Citation } from '@hearth/contracts/assistant/assistant';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMessage, IconSquareCheck, IconUser } from '@tabler/icons-react';
import { DocumentIcon } from '#features/documents/index.ts';
import { useStatuses } from '#features/tasks/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { TaskNavigation } from '#features/search/index.ts';
import { CitationLink } from './citation-link.tsx';
import styles from './answers.module.css';

/** Numbered sources of an answer. */
export function Sources({
  citations,
  navigation,
}: {
  citations: readonly Citation[];
  navigation: TaskNavigation;
}) {
  const { t } = useLingui();
  if (citations.length === 0) return null;
  return (
    <ol className={styles.sources} aria-label={t`Sources`}>
      {citations.map((citation, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- sources are identified by their number
        <li key={`${citation.kind} ${citation.id} ${citation.blockId ?? ''} ${at}`}>
          <CitationLink citation={citation} navigation={navigation} className={styles.source}>
            <span className={styles.number}>{at + 1}</span>
            <SourceIcon citation={citation} />
            <span className="one-line" dir="auto">
              {citation.title === '' ? t`Untitled` : citation.title}
            </span>
            {citation.isArchived === true && (
              <span className={styles.warning}>
                <Trans>Archived</Trans>
              </span>
            )}
            {citation.isStale === true && (
              <span className={styles.warning}>
                <Trans>Unchanged for 6 months</Trans>
              </span>
            )}
          </CitationLink>
        </li>
      ))}
    </ol>
  );
}

function SourceIcon({ citation: { kind, id } }: { citation: Citation }) {
  const document = useRow('document', kind === 'document' ? id : '');
  const project = useRow('project', kind === 'project' ? id : '');
  const statusId = useRow('task', kind === 'task' ? id : '')?.statusId;
  const status = useStatuses().find((one) => one.id === statusId);
  if (kind === 'document') return <DocumentIcon icon={document?.icon ?? null} size={15} />;
  if (kind === 'project') return <ColorDot color={project?.color ?? 'gray'} size={9} />;
  if (kind === 'person') return <IconUser size={14} stroke={1.6} aria-hidden="true" />;
  if (kind === 'comment') return <IconMessage size={14} stroke={1.6} aria-hidden="true" />;
  if (status === undefined) return <IconSquareCheck size={14} stroke={1.6} aria-hidden="true" />;
  return <StatusGlyph category={status.category} progress={status.progress} color={status.color} />;
}
