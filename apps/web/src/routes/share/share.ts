import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { redirect } from '@tanstack/react-router';
import { auth } from '#platform/session/session.ts';
import { keepDraft, readDraft } from '#ui/inputs/drafts.ts';
import { joinWords, nameShared, readShared } from './shared-words.ts';

const ADDRESS = '/share';
/** Of nobody yet: whoever signs in next in this tab gets it. Drafts go with the person who had them. */
const KEPT = 'hearth:shared';

/**
 * What is shared becomes the words of a new task, in the form that opens by itself for what was being typed. Nobody
 * signed in: it waits in this tab until somebody is.
 */
export function takeShared(): never {
  const query = sessionStorage.getItem(KEPT) ?? readOpenedQuery();
  if (auth.get().user === null) {
    sessionStorage.setItem(KEPT, query);
    throw redirect({ to: '/signin', search: { next: ADDRESS }, replace: true });
  }
  sessionStorage.removeItem(KEPT);
  const typed = { title: readTyped('title'), description: readTyped('description') };
  const { title, description } = joinWords(typed, nameShared(readShared(query)));
  keepDraft('new-task/title', title || undefined);
  keepDraft('new-task/description', below(readDraft('new-task/description'), description) || undefined);
  keepDraft('new-task/open', true);
  throw redirect({ to: '/dashboard/tasks', replace: true });
}

/** As the page was opened: by now the router has read the address its own way, and dropped the signs of quoted text. */
function readOpenedQuery(): string {
  const [opened] = performance.getEntriesByType('navigation');
  const { pathname, search } = new URL(opened?.name ?? '', location.href);
  return pathname === ADDRESS ? search : location.search;
}

/** What is formatted stays so, and what is shared stands below it. */
function below(typed: unknown, shared: string): unknown {
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
