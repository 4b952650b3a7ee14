import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { redirect } from '@tanstack/react-router';
import { auth } from '#platform/session/session.ts';
import { saveDraft, readDraft } from '#ui/inputs/drafts.ts';
import { appendShared, nameShared, readShared } from './shared-content.ts';

const ADDRESS = '/share';
/** Storage key of shared content without an owner. The next user to sign in in this tab gets it. Drafts, in contrast, belong to a user. */
const STORAGE_KEY = 'hearth:shared';

/**
 * Turns shared content into the draft of a new task. The form then opens as for any unfinished draft. While signed out, the content is kept
 * in this tab until sign-in.
 */
export function takeShared(): never {
  const query = sessionStorage.getItem(STORAGE_KEY) ?? readOpenedQuery();
  if (auth.get().user === null) {
    sessionStorage.setItem(STORAGE_KEY, query);
    throw redirect({ to: '/signin', search: { next: ADDRESS }, replace: true });
  }
  sessionStorage.removeItem(STORAGE_KEY);
  const typed = { title: readTyped('title'), description: readTyped('description') };
  const { title, description } = appendShared(typed, nameShared(readShared(query)));
  saveDraft('new-task/title', title || undefined);
  saveDraft(
    'new-task/description',
    appendSharedText(readDraft('new-task/description'), description) || undefined,
  );
  saveDraft('new-task/open', true);
  throw redirect({ to: '/dashboard/tasks', replace: true });
}

/** Reads the original URL because the router's parsing has already dropped quotation marks. */
function readOpenedQuery(): string {
  const [opened] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(opened?.name ?? '', location.href);
  return pathname === ADDRESS ? search : location.search;
}

/** Keeps formatted content and appends the shared text. */
function appendSharedText(typed: unknown, shared: string): unknown {
  const { content } = (typed ?? {}) as Partial<RichText>;
  if (content === undefined) return shared;
  const lines = shared.split('\n').filter((line) => line !== '');
  const added = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return { type: 'doc', content: [...content, ...added] };
}

function readTyped(field: 'title' | 'description'): string {
  const draft = readDraft(`new-task/${field}`);
  return typeof draft === 'string' ? draft : '';
}
