// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { msg } from '@lingui/core/macro';
import { IconMessage } from '@tabler/icons-react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePeople } from '#features/members/index.ts';
import { useView, type TeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember } from '#testing/team-rows.ts';
import type { Comment, CommentKind } from './comment-kind.ts';
import { defineCommentKind } from './comments.data.ts';
import { arrangeThreads, CommentBox, commentsOf, CommentThread, type AroundField } from './index.ts';

const PATH = '/teams/{teamId}/notes/{noteId}/comments';

/** A subject defined only in this test. Neither the contract nor the store refers to it. */
const noteComments = defineCommentKind(
  {
    entity: 'noteComment' as 'comment',
    field: 'noteId' as 'taskId',
    action: 'task.comment',
    path: PATH as CommentKind['path'],
    messages: {
      unseeing: msg`Can’t see this note`,
      cannotSeeMessage: (person) => msg`${person.name} can’t see this note.`,
      notSentMessage: (names) => msg`Not sent: ${names} can’t see this note.`,
    },
    fetchPage: async () => ({ rows: [], nextCursor: null }),
    fetchEarlier: async () => [],
  },
  { remove: 'delete note comment', restore: 'restore note comment', react: 'set note reaction' },
);
const subject = { kind: noteComments, id: 'lamp', projectId: null };
const action = { id: 'note.comment', title: msg`Write a comment`, group: 'task', icon: IconMessage } as const;

const BOB = '01920000-0000-7000-8000-000000000001';

function makeComment(id: string, body: string, fields: Partial<Comment> = {}, noteId = 'lamp'): Comment {
  const comment = {
    id,
    parentId: null,
    body,
    createdBy: BOB,
    createdAt: `2026-11-02T08:00:0${id}.000Z`,
    editedAt: null,
    deletedAt: null,
    reactions: [],
    ...fields,
    noteId,
  };
  return comment;
}

function Bare({ children }: AroundField) {
  return children;
}

function Threads() {
  const people = usePeople();
  const comments = useRows(useView(commentsOf(subject)));
  const nameOf = (id: string | null) =>
    people.find((one) => one.id === id) ?? { id: '', name: '', image: null };
  return arrangeThreads(comments).map(({ comment, replies }) => (
    <CommentThread key={comment.id} {...{ subject, comment, replies, people, nameOf }} mayComment />
  ));
}

const ABOUT_A_LAMP = [
  makeComment('1', 'Which lamp?'),
  makeComment('2', 'The red one', { parentId: '1', createdBy: 'ada' }),
  makeComment('3', 'Elsewhere', {}, 'another'),
];

async function openNote(comments: readonly Comment[] = ABOUT_A_LAMP): Promise<TeamStore> {
  const rows = {
    member: [makeMember('Ada Moss', 'owner'), makeMember('Bob Reed', 'member', { userId: BOB })],
    noteComment: [...comments],
  };
  return await openStillTeam('ada', rows);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('shows and creates comments on a note', async () => {
  const store = await openNote();
  const user = await renderPart(
    store,
    <>
      <Threads />
      <CommentBox subject={subject} action={action} around={Bare} />
    </>,
  );
  expect(screen.getByText('Which lamp?')).toBeDefined();
  expect(screen.queryByText('Elsewhere')).toBeNull();
  const replies = screen.getByRole('list', { name: 'Replies' });
  expect(within(replies).getByText('The red one')).toBeDefined();

  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Blue, @bob reed!');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('@Bob Reed')).toBeDefined();
  const saved = store.all('noteComment' as 'comment').find(({ body }) => body === `Blue, <@${BOB}>!`);
  expect(saved).toMatchObject({ noteId: 'lamp', createdBy: 'ada' });
});

test('scrolls to a newly sent comment', async () => {
  const scrolled: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent);
  });
  const user = await renderPart(
    await openNote(),
    <>
      <Threads />
      <CommentBox subject={subject} action={action} around={Bare} />
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Far below');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => scrolled).toEqual([expect.stringContaining('Far below')]);
});

test('undoes a reaction to a comment on a note', async () => {
  const store = await openNote();
  const user = await renderPart(store, <Threads />);
  const [first] = screen.getAllByRole('button', { name: 'React' });
  if (first !== undefined) await user.click(first);
  await user.click(await screen.findByRole('button', { name: 'React with 🎉' }));
  const row = () => store.row('noteComment' as 'comment', '1');
  expect(row()?.reactions).toEqual([{ emoji: '🎉', userIds: ['ada'] }]);
  expect(store.undo()?.isDone).toBe(true);
  expect(row()?.reactions).toEqual([]);
});

test('formats Markdown, and preserves line breaks and mentions', async () => {
  const body = `> **Really** red?\nYes, **dark** red, *soon*, <@${BOB}>\nSee https://lamp.example\n- [ ] buy \`lamp --for <@${BOB}>\``;
  await renderPart(await openNote([makeComment('1', body), makeComment('2', '2 < 3 & 5 > 4')]), <Threads />);
  const strong = await screen.findByText('dark');
  expect(strong.tagName).toBe('STRONG');
  const whole = strong.closest('[data-comment]');
  expect(whole?.querySelector('blockquote strong')?.textContent).toBe('Really');
  expect(whole?.querySelector('em')?.textContent).toBe('soon');
  expect(whole?.querySelectorAll('br')).toHaveLength(1);
  expect(whole?.querySelector('a')?.href).toBe('https://lamp.example/');
  expect(screen.getByText('@Bob Reed').tagName).toBe('SPAN');
  expect(screen.getByRole('checkbox', { name: /Done: buy/ })).toHaveProperty('disabled', true);
  expect(whole?.querySelector('code')?.textContent).toBe('lamp --for @Bob Reed');
  expect(screen.getByText('2 < 3 & 5 > 4')).toBeDefined();
});
