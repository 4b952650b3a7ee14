// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePeople } from '#features/members/index.ts';
import { useView, type TeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember } from '#testing/team-rows.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentThread } from './comment-thread.tsx';
import { commentsOf, type Comment } from './comments.data.ts';
import { arrangeThreads } from './threads.ts';

const task = { id: 'lamp', projectId: null };
const BOB = '01920000-0000-7000-8000-000000000001';

function makeComment(id: string, body: string, fields: Partial<Comment> = {}): Comment {
  return {
    id,
    taskId: 'lamp',
    parentId: null,
    body,
    createdBy: BOB,
    createdAt: `2026-11-02T08:00:0${id}.000Z`,
    editedAt: null,
    deletedAt: null,
    reactions: [],
    ...fields,
  };
}

function Threads() {
  const people = usePeople();
  const comments = useRows(useView(commentsOf(task.id)));
  const nameOf = (id: string | null) =>
    people.find((one) => one.id === id) ?? { id: '', name: '', image: null };
  return arrangeThreads(comments).map(({ comment, replies }) => (
    <CommentThread key={comment.id} {...{ task, comment, replies, people, nameOf }} mayComment />
  ));
}

const ABOUT_A_LAMP = [
  makeComment('1', 'Which lamp?'),
  makeComment('2', 'The red one', { parentId: '1', createdBy: 'ada' }),
  makeComment('3', 'Elsewhere', { taskId: 'another' }),
];

async function openTask(comments: readonly Comment[] = ABOUT_A_LAMP): Promise<TeamStore> {
  const rows = {
    member: [makeMember('Ada Moss', 'owner'), makeMember('Bob Reed', 'member', { userId: BOB })],
    comment: [...comments],
  };
  return await openStillTeam('ada', rows);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('shows and creates comments on a task', async () => {
  const store = await openTask();
  const user = await renderPart(
    store,
    <>
      <Threads />
      <CommentBox taskId={task.id} />
    </>,
  );
  expect(screen.getByText('Which lamp?')).toBeDefined();
  expect(screen.queryByText('Elsewhere')).toBeNull();
  const replies = screen.getByRole('list', { name: 'Replies' });
  expect(within(replies).getByText('The red one')).toBeDefined();

  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Blue, @bob reed!');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('@Bob Reed')).toBeDefined();
  const saved = store.all('comment').find(({ body }) => body === `Blue, <@${BOB}>!`);
  expect(saved).toMatchObject({ taskId: 'lamp', createdBy: 'ada' });
});

test('scrolls to a newly sent comment', async () => {
  const scrolled: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent);
  });
  const user = await renderPart(
    await openTask(),
    <>
      <Threads />
      <CommentBox taskId={task.id} />
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Far below');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => scrolled).toEqual([expect.stringContaining('Far below')]);
});

test('undoes a reaction to a comment', async () => {
  const store = await openTask();
  const user = await renderPart(store, <Threads />);
  const [first] = screen.getAllByRole('button', { name: 'React' });
  if (first !== undefined) await user.click(first);
  await user.click(await screen.findByRole('button', { name: 'React with 🎉' }));
  const row = () => store.row('comment', '1');
  expect(row()?.reactions).toEqual([{ emoji: '🎉', userIds: ['ada'] }]);
  expect(store.undo()?.isDone).toBe(true);
  expect(row()?.reactions).toEqual([]);
});

test('formats Markdown, and preserves line breaks and mentions', async () => {
  const body = `> **Really** red?\nYes, **dark** red, *soon*, <@${BOB}>\nSee https://lamp.example\n- [ ] buy \`lamp --for <@${BOB}>\``;
  await renderPart(await openTask([makeComment('1', body), makeComment('2', '2 < 3 & 5 > 4')]), <Threads />);
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
