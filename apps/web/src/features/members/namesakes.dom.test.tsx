// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

const OTHERS = ['Cem Oz', 'Dora Ek', 'Emil Ho', 'José Núñez', 'Łukasz Żak'];
const joinedAt = '2026-03-01T09:30:00.000Z';
const task = [makeTaskRow('one', { title: 'Lamp', assigneeIds: ['bob2'] })];

/** Opens the list of assignees. */
async function openAssignees(email?: null) {
  const hidden = email === null ? { email } : {};
  const { user } = await openApp({
    at: '/projects/website?task=one',
    rows: {
      member: [
        ...OTHERS.map((name) => makeMember(name, 'member', hidden)),
        makeMember('Bob Reed', 'member', { ...hidden, joinedAt }),
        makeMember('Bob Reed', 'admin', { userId: 'bob2', email: 'b.reed@example.com', joinedAt, ...hidden }),
      ],
      task,
    },
  });
  const panel = await screen.findByRole('complementary', { name: 'Task: Lamp' });
  const button = within(panel).getByRole('button', { name: /^Assignees/ });
  await user.click(button);
  await screen.findByRole('listbox', { name: 'Assignees' });
  const list = () =>
    within(screen.getByRole('listbox', { name: 'Assignees' }))
      .queryAllByRole('option')
      .map((option) => option.textContent.replace(/^(?:[A-ZÀ-Ž]{1,2})(?=\p{Lu}\p{Ll})/u, ''));
  return { user, button, list, field: await screen.findByRole('combobox', { name: 'Search Assignees' }) };
}

test('tells people of one name apart by their email address', async () => {
  const { user, button, list, field } = await openAssignees();
  expect(button.textContent).toContain('Bob Reed (b.reed@example.com)');
  await user.type(field, 'bob');
  expect(list()).toEqual(['Bob Reedbob@example.com', 'Bob Reedb.reed@example.com']);
  await user.clear(field);
  await user.type(field, 'b.reed@');
  expect(list()).toEqual(['Bob Reedb.reed@example.com']);
});

test('tells them apart by role and time of joining where addresses are hidden', async () => {
  const { user, list, field } = await openAssignees(null);
  await user.type(field, 'bob');
  expect(list()).toEqual([
    expect.stringMatching(/^Bob ReedMember, joined .*2026/),
    expect.stringMatching(/^Bob ReedAdmin, joined .*2026/),
  ]);
});

test.each([
  ['jose nunez', 'José Núñez'],
  ['lukasz', 'Łukasz Żak'],
])('finds people without accents: %s', async (typed, name) => {
  const { user, list, field } = await openAssignees();
  await user.type(field, typed);
  expect(list()).toEqual([name]);
});

const guests = [
  makeMember('Bob Reed', 'member', { email: null, joinedAt }),
  makeMember('Bob Reed', 'admin', { userId: 'bob2', email: null, joinedAt }),
];

test('tells them apart in the assignee cells of a table', async () => {
  await openApp({ at: '/projects/website?view=table', rows: { member: guests, task } });
  const table = await screen.findByRole('grid', {}, { timeout: 20_000 });
  expect(await within(table).findByText(/^Bob Reed \(Admin, joined .*2026/)).toBeTruthy();
});

test('tells them apart in the palette of a guest', async () => {
  const { user } = await openApp({ at: '/tasks', role: 'guest', rows: { member: guests } });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search and commands' });
  await user.keyboard('bob reed');
  expect(await screen.findByRole('option', { name: /Bob Reed.*Member, joined .*2026/ })).toBeTruthy();
  expect(await screen.findByRole('option', { name: /Bob Reed.*Admin, joined .*2026/ })).toBeTruthy();
});
