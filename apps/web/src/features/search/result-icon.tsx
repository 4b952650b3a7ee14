import type { SearchResult } from '@hearth/contracts/search/search';
import { IconMessage, IconSquareCheck } from '@tabler/icons-react';
import { DocumentIcon } from '#features/documents/index.ts';
import { useStatuses } from '#features/tasks/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';

/** Icon of a result. Uses the synced row of the object if there is one, otherwise the response. */
export function ResultIcon({ result: { kind, id, title } }: { result: SearchResult }) {
  const document = useRow('document', kind === 'document' ? id : '');
  const project = useRow('project', kind === 'project' ? id : '');
  const member = useRow('member', kind === 'person' ? id : '');
  if (kind === 'task') return <TaskIcon id={id} />;
  if (kind === 'document') return <DocumentIcon icon={document?.icon ?? null} />;
  if (kind === 'project') return <ColorDot color={project?.color ?? 'gray'} size={12} />;
  if (kind === 'person')
    return <Avatar person={{ id, name: member?.name ?? title, image: member?.image ?? null }} size={20} />;
  return <IconMessage size={17} stroke={1.6} aria-hidden="true" />;
}

function TaskIcon({ id }: { id: string }) {
  const statusId = useRow('task', id)?.statusId;
  const look = useStatuses().find((status) => status.id === statusId);
  if (look === undefined) return <IconSquareCheck size={17} stroke={1.6} aria-hidden="true" />;
  return <StatusGlyph category={look.category} progress={look.progress} color={look.color} />;
}
