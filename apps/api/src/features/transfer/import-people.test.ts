import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { App } from '#platform/feature.ts';
import { createPeopleMap } from './import-people.ts';

const [bo, kim, bosId, project] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const team = { from: randomUUID(), to: randomUUID(), lastSeq: 0 };
const person = (id: string, email: string) => ({
  id,
  name: email,
  email,
  teamRole: 'member' as const,
  joinedAt: '2026-11-20T09:00:00.000Z',
  removedAt: null,
});

test('replaces user ids in the filters of saved views', () => {
  const app = { ids: { uuid: randomUUID } } as unknown as App;
  const people = [person(bo, 'Bo@example.com'), person(kim, 'kim@example.com')];
  const members = new Map([['bo@example.com', bosId]]);
  const map = createPeopleMap(app, people as never, members, new Date());
  const kimsId = map.former[0]?.id ?? '';
  const rename = (text: string) =>
    (map.rename('views', { text, createdBy: bo }, team) as { text: string }).text;
  expect(rename(`assignee:${bo}`)).toBe(`assignee:${bosId}`);
  expect(rename(`assignee-not:${bo},${kim} reporter:me own.${project}:${bo} project:${project}`)).toBe(
    `assignee-not:${bosId},${kimsId} reporter:me own.${project}:${bosId} project:${project}`,
  );
  expect(map.rename('views', { text: '', createdBy: bo }, team)).toMatchObject({ createdBy: bosId });
});
