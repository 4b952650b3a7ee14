import type { SearchKind } from '@hearth/contracts/search/search-values';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/** Opens a task's panel over the current screen. */
export interface TaskNavigation {
  /** Opens the panel. If `commentId` is given, scrolls to that comment. */
  open: (taskId: string, commentId?: string) => void;
  hrefOf: (taskId: string, commentId?: string) => string;
}

interface LinkedObject {
  kind: SearchKind;
  id: string;
  /** The commented task, for comments. */
  taskId?: string | undefined;
  blockId?: string | undefined;
}

interface ResultLinkProps {
  target: LinkedObject;
  navigation: TaskNavigation;
  look: { className?: string | undefined; title?: string; 'data-result'?: true };
  children: ReactNode;
}

/** Link to a search result: a task's panel, a document at its block, a project, or a member. */
export function ResultLink({ target, navigation, look, children }: ResultLinkProps) {
  const { kind, id, taskId = id, blockId } = target;
  if (kind === 'document')
    return (
      <Link
        {...look}
        to="/dashboard/documents/$documentId"
        params={{ documentId: id }}
        search={{}}
        {...(blockId === undefined ? {} : { hash: blockId })}
      >
        {children}
      </Link>
    );
  if (kind === 'project')
    return (
      <Link {...look} to="/dashboard/projects/$projectId" params={{ projectId: id }} search={{}}>
        {children}
      </Link>
    );
  if (kind === 'person')
    return (
      <Link {...look} to="/dashboard/members" search={{ person: id }}>
        {children}
      </Link>
    );
  const commentId = kind === 'comment' ? id : undefined;
  function openHere(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigation.open(taskId, commentId);
  }
  return (
    <a {...look} href={navigation.hrefOf(taskId, commentId)} onClick={openHere}>
      {children}
    </a>
  );
}
