import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { digestTables } from '#testing/rights/id-swap-sets.ts';
import { makeTask, makeTeam } from '#testing/make.ts';
import { importTeam } from '#testing/transfer.ts';
import { EMPTY_TEAM_ROWS, makeDocumentRow, makeTeamFile, makeZip, type ZipEntry } from '#testing/zip.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Maximum time in ms to reject a file: unpacking a zip bomb would take minutes, whereas a host under load rejects it in a second or two.
 */
const MAX_MS = 6_000;
const AT = '2026-01-01T00:00:00.000Z';
const [open, done] = (EMPTY_TEAM_ROWS['statuses'] ?? []) as { id: string; category: string }[];

function makeTaskRow(fields: object = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    number: 1,
    projectId: null,
    title: 'A task',
    description: '',
    statusId: open?.id,
    priority: 'none',
    dueDate: null,
    position: 'a0',
    createdBy: null,
    createdAt: AT,
    updatedAt: AT,
    closedAt: null,
    deletedAt: null,
    deletedBy: null,
    deletedWith: null,
    ...fields,
  };
}

function makeSpan(task: Record<string, unknown>, fields: object = {}): object {
  const { id: taskId, statusId } = task;
  return {
    taskId,
    ordinal: 1,
    enteredAt: AT,
    leftAt: null,
    statusId,
    category: open?.category,
    enteredBy: null,
    ...fields,
  };
}

/** Builds a file with two documents, the second nested in the first. */
function nest(fields: object, below: object = {}): Buffer {
  const top = makeDocumentRow(fields);
  return makeTeamFile({ documents: [makeDocumentRow({ parentId: top['id'], ...below }), top] });
}

const zeros = Buffer.alloc(30 * MEGABYTE);
const packedZeros = (name: string): ZipEntry => ({ name, data: zeros });
const shared = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `projects/P${n}.md`,
    data: 'x'.repeat(5000),
    isShared: n > 0,
  }));
const many = Array.from({ length: 65_000 }, (_, n) => ({
  name: `projects/P${n}.md`,
  data: '',
  isPacked: false,
}));

/** Nine formulas, each of which refers eight times to the previous one. */
const formulas = Array.from({ length: 9 }, (_none, at) => {
  const named = at === 0 ? '{estimate}' : `{00000000-0000-4000-8000-00000000000${at - 1}}`;
  return {
    id: `00000000-0000-4000-8000-00000000000${at}`,
    name: `F${at}`,
    type: 'formula',
    options: [],
    currency: null,
    formula: Array.from({ length: 8 }, () => named).join('+'),
    result: 'number',
    position: `a${at}`,
    deletedAt: null,
  };
});

/** Zip bombs and malformed files, named after their defect. */
const HOSTILE: Record<string, () => Buffer> = {
  'an empty file': () => Buffer.alloc(0),
  'not a zip file': () => Buffer.from('{"hello": "world"}'),
  'a picture': () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'an unrelated zip file': () => makeZip([{ name: 'notes.txt', data: 'hello' }]),
  'an empty zip': () => makeZip([]),
  'no manifest': () => makeZip([{ name: 'data/team.jsonl', data: '{}\n' }]),
  'a declared size of 12 GB': () =>
    makeTeamFile(
      {},
      Array.from({ length: 3 }, (_, n) => ({
        name: `projects/P${n}.md`,
        data: 'x',
        claims: { size: 0xfffffff0 },
      })),
    ),
  'an entry of 30 MB of zeros': () => makeTeamFile({}, [packedZeros('projects/P.md')]),
  'entries of 210 MB in total': () =>
    makeTeamFile(
      {},
      Array.from({ length: 7 }, (_, n) => packedZeros(`projects/P${n}.md`)),
    ),
  'a manifest of 30 MB': () => makeZip([packedZeros('manifest.json')]),
  'overlapping entries': () => makeTeamFile({}, shared(1000)),
  'an entry within another': () => {
    const inner = makeZip([{ name: 'projects/IN.md', data: 'x'.repeat(100), isPacked: false }]);
    return makeTeamFile({}, [
      { name: 'projects/OUT.md', data: inner, isPacked: false },
      { name: 'projects/IN.md', data: 'x', isShared: true },
    ]);
  },
  'formulas of a hundred million steps': () => makeTeamFile({ fields: formulas }),
  'a nested zip file': () => makeTeamFile({}, [{ name: 'data/inner.zip', data: makeTeamFile() }]),
  'a deeply nested zip file': () => {
    let file = makeTeamFile();
    for (let depth = 0; depth < 20; depth += 1) file = makeZip([{ name: 'r/r.zip', data: file }]);
    return file;
  },
  '65,000 entries': () => makeTeamFile({}, many),
  'a wrong entry count': () => makeZip([{ name: 'manifest.json', data: '{}' }], { count: 65_000 }),
  'a declared size that is too small': () =>
    makeZip([{ name: 'manifest.json', data: zeros, claims: { size: 10 } }]),
  'a declared size that is too large': () =>
    makeZip([{ name: 'manifest.json', data: '{}', claims: { size: 500 } }]),
  'a packed size beyond the end of the file': () =>
    makeZip([{ name: 'manifest.json', data: '{}', claims: { packedSize: 999_999 } }]),
  'an absolute path': () => makeTeamFile({}, [{ name: '/etc/passwd', data: 'x' }]),
  'a path to a parent folder': () => makeTeamFile({}, [{ name: '../../secret', data: 'x' }]),
  'a path to a parent folder below another folder': () =>
    makeTeamFile({}, [{ name: 'projects/../../x.md', data: 'x' }]),
  'a Windows path': () => makeTeamFile({}, [{ name: 'C:\\secret', data: 'x' }]),
  'a backslash': () => makeTeamFile({}, [{ name: 'projects\\..\\x.md', data: 'x' }]),
  'a name with NUL': () => makeTeamFile({}, [{ name: 'projects/a\0.md', data: 'x' }]),
  'a folder': () => makeTeamFile({}, [{ name: 'projects/', data: '' }]),
  'a symbolic link': () =>
    makeTeamFile({}, [{ name: 'projects/P.md', data: '/etc/passwd', claims: { mode: 0o120777 } }]),
  'an encrypted entry': () => makeTeamFile({}, [{ name: 'projects/P.md', data: 'x', claims: { flags: 1 } }]),
  'an unknown compression method': () =>
    makeTeamFile({}, [{ name: 'projects/P.md', data: 'x', claims: { method: 99 } }]),
  'two entries with the same name': () => makeTeamFile({}, [{ name: 'data/team.jsonl', data: '{}\n' }]),
  'a truncated file': () => makeTeamFile().subarray(0, 500),
  'a changed byte': () => {
    const file = makeTeamFile({ tasks: [makeTaskRow()] });
    const at = file.indexOf('data/tasks.jsonl') + 40;
    file[at] = (file[at] ?? 0) ^ 0xff;
    return file;
  },
  'a newer version': () => makeTeamFile({}, [], { version: 2 }),
  'a different format': () => makeTeamFile({}, [], { format: 'other-team' }),
  'a deeply nested manifest': () =>
    makeZip([{ name: 'manifest.json', data: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }]),
  'a missing part': () => makeTeamFile({}, [], { files: [] }),
  'a line of four megabytes': () => makeTeamFile({ history: [{ field: randomLetters(4 * MEGABYTE) }] }),
  'a row that is not an object': () => makeTeamFile({ tasks: [[] as object] }),
  'an unknown field': () => makeTeamFile({ tasks: [makeTaskRow({ teamId: randomUUID() })] }),
  __proto__: () => makeTeamFile({ tasks: [JSON.parse('{"__proto__": {"isAdmin": true}}') as object] }),
  'an invalid id': () => makeTeamFile({ tasks: [makeTaskRow({ id: "1'; drop table tasks; --" })] }),
  'a number out of range': () => makeTeamFile({ tasks: [makeTaskRow({ number: 2 ** 40 })] }),
  'an invalid time': () => makeTeamFile({ tasks: [makeTaskRow({ createdAt: 'yesterday' })] }),
  'NUL in a description': () => makeTeamFile({ tasks: [makeTaskRow({ description: 'a\u0000b' })] }),
  'a lone surrogate': () => makeTeamFile({ tasks: [makeTaskRow({ title: '\ud800' })] }),
  'an invalid order key': () => makeTeamFile({ tasks: [makeTaskRow({ position: '' })] }),
  'a title that is too long': () => makeTeamFile({ tasks: [makeTaskRow({ title: 'x'.repeat(501) })] }),
  'an unknown creator': () => makeTeamFile({ tasks: [makeTaskRow({ createdBy: randomUUID() })] }),
  'a task in an unknown project': () => makeTeamFile({ tasks: [makeTaskRow({ projectId: randomUUID() })] }),
  'a task with an unknown status': () => makeTeamFile({ tasks: [makeTaskRow({ statusId: randomUUID() })] }),
  'a closed task without its closing time': () =>
    makeTeamFile({ tasks: [makeTaskRow({ statusId: done?.id })] }),
  'a task without a state span': () => makeTeamFile({ tasks: [makeTaskRow()] }),
  'a comment on an unknown task': () =>
    makeTeamFile({
      comments: [{ id: randomUUID(), taskId: randomUUID(), body: 'x', createdBy: null, createdAt: AT }],
    }),
  'a reply to an unknown comment': () => makeThread(() => randomUUID()),
  'a reply to a reply': () => makeThread((answer) => answer),
  'a reaction that is not an emoji': () => {
    const task = makeTaskRow();
    const comment = { id: randomUUID(), taskId: task.id, body: 'x', createdBy: null, createdAt: AT };
    const reactions = [{ commentId: comment.id, userId: randomUUID(), emoji: '<img>', createdAt: AT }];
    return makeTeamFile({ tasks: [task], spans: [makeSpan(task)], comments: [comment], reactions });
  },
  'two tasks with the same number': () => {
    const tasks = [makeTaskRow(), makeTaskRow()];
    return makeTeamFile({ tasks, spans: tasks.map((task) => makeSpan(task)) });
  },
  'a span that ends before it starts': () => {
    const task = makeTaskRow();
    const ended = makeSpan(task, { leftAt: '2025-01-01T00:00:00.000Z' });
    return makeTeamFile({ tasks: [task], spans: [ended, makeSpan(task, { ordinal: 2 })] });
  },
  'a document with an unknown parent': () =>
    makeTeamFile({ documents: [makeDocumentRow({ parentId: randomUUID() })] }),
  'documents in a cycle': () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const documents = [
      makeDocumentRow({ id: one, parentId: other }),
      makeDocumentRow({ id: other, parentId: one }),
    ];
    return makeTeamFile({ documents });
  },
  'documents that are nested too deep': () => {
    const ids = Array.from({ length: 22 }, () => randomUUID());
    const documents = ids.map((id, at) =>
      makeDocumentRow({ id, parentId: ids[at - 1] ?? null, deletedAt: AT }),
    );
    return makeTeamFile({ documents });
  },
  'a document in a template': () => nest({ isTemplate: true }),
  'a live document below a trashed one': () => nest({ deletedAt: AT }),
  'an invalid cover': () => makeTeamFile({ documents: [makeDocumentRow({ cover: 'url(//evil)' })] }),
  'content of an unknown document': () =>
    makeTeamFile({ documentContents: [{ documentId: randomUUID(), content: { type: 'doc', content: [] } }] }),
  'content that is plain text': () => {
    const document = makeDocumentRow();
    const documentContents = [{ documentId: document['id'], content: '<script>' }];
    return makeTeamFile({ documents: [document], documentContents });
  },
  'a grant on a document to an unknown user': () => {
    const document = makeDocumentRow();
    const grant = { documentId: document['id'], level: 'manage', grantedBy: null, grantedAt: AT };
    return makeTeamFile({ documents: [document], documentGrants: [{ ...grant, userId: randomUUID() }] });
  },
  'no status for completed tasks': () => makeTeamFile({ statuses: [open ?? {}] }),
};

/** Builds a file with a comment, a reply, and a second reply whose parent id is `parentOf` the first reply's id. */
function makeThread(parentOf: (answer: string) => string): Buffer {
  const task = makeTaskRow();
  const [first, answer, last] = [randomUUID(), randomUUID(), randomUUID()];
  const comment = { taskId: task.id, body: 'x', createdBy: null, createdAt: AT };
  const comments = [
    { ...comment, id: first },
    { ...comment, id: answer, parentId: first },
    { ...comment, id: last, parentId: parentOf(answer) },
  ];
  return makeTeamFile({ tasks: [task], spans: [makeSpan(task)], comments });
}

function randomLetters(count: number): string {
  return Buffer.from(Array.from({ length: count }, () => 97 + Math.floor(Math.random() * 26))).toString();
}

describeOneEngine('hostile import files', (engine) => {
  const server = useApp(engine);
  const [owner] = usePeople(server, 'owner');
  let teamId: string;
  beforeAll(async () => {
    teamId = (await makeTeam(owner, 'Target'))._id;
  });

  const send = (file: Buffer) => importTeam(owner, teamId, file);
  /** Returns a digest of all tables except the import records. */
  const digest = async () => {
    await asOwner(server.app.db, (tx) => sql`delete from team_imports`.execute(tx));
    return await digestTables(server.app.db);
  };

  it('rejects every hostile file without changes and within time and memory limits', async () => {
    const files = Object.entries(HOSTILE).map(([name, make]) => [name, make()] as const);
    await send(makeZip([]));
    const before = await digest();
    const wrong: string[] = [];
    let longest = 0;
    let most = 0;
    for (const [name, file] of files) {
      const rss = process.memoryUsage().rss;
      const startedAt = performance.now();
      const { status, body } = await send(file);
      const ms = performance.now() - startedAt;
      longest = Math.max(longest, ms);
      most = Math.max(most, process.memoryUsage().rss - rss);
      const { code, detail } = body as unknown as Problem;
      const isKind = status === 400 && code === 'INVALID_REQUEST' && detail.endsWith('Nothing was imported.');
      if (!isKind || ms > MAX_MS) wrong.push(`${name}: ${status} ${detail} after ${Math.round(ms)} ms`);
    }
    expect(wrong).toEqual([]);
    expect(await digest()).toBe(before);
    await expect.poll(() => readdir(join(server.dataFolder, 'files', 'imports'))).toEqual([]);
    expect(most).toBeLessThan(100 * MEGABYTE);
    if (process.env['FIGURES']) console.log(`${files.length} files, ${longest} ms, +${most / MEGABYTE} MB`);
  });

  it('imports the valid file from which the hostile ones are generated', async () => {
    const task = makeTaskRow();
    const file = makeTeamFile({ tasks: [task], spans: [makeSpan(task)], workKeys: [{ key: 'OLD' }] });
    const { status, body } = await send(file);
    expect([status, body.import.counts.tasks]).toEqual([201, 1]);
    // A second import fails because the team is no longer empty.
    expect((await send(file)).body).toMatchObject({ code: 'INVALID_STATE' });
  });

  it('rejects files that exceed the plan and reports its remaining capacity', async () => {
    const { _id } = await makeTeam(owner, 'Small');
    const tasks = Array.from({ length: 11 }, (_, n) => makeTaskRow({ number: n + 1 }));
    const file = makeTeamFile({ tasks, spans: tasks.map((task) => makeSpan(task)) });
    const { status, body } = await importTeam(owner, _id, file);
    expect([status, body]).toEqual([
      402,
      expect.objectContaining({
        code: 'PLAN_LIMIT_REACHED',
        detail: 'The file has 11 tasks, and your plan has room for 10. Nothing was imported.',
        limit: 'tasks',
        max: 10,
        used: 0,
      }),
    ]);
    const documents = Array.from({ length: 11 }, () => makeDocumentRow());
    expect((await importTeam(owner, _id, makeTeamFile({ documents }))).body).toMatchObject({
      detail: 'The file has 11 documents, and your plan has room for 3. Nothing was imported.',
      limit: 'documents',
    });
    await makeTask(owner, _id);
    expect((await importTeam(owner, _id, file)).body).toMatchObject({ code: 'INVALID_STATE' });
  });

  it('rejects a wrong media type and oversized files', async () => {
    const path = `/teams/${teamId}/imports`;
    const asJson = await owner.send<Problem>('POST', path, { body: { tasks: [] } });
    expect([asJson.status, asJson.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const none = await owner.send<Problem>('POST', path);
    expect([none.status, none.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const upload = new Blob([new Uint8Array(TRANSFER.maxBytes + 1)], { type: 'application/zip' });
    const large = await owner.send<Problem>('POST', path, { upload });
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const elsewhere = await owner.send<Problem>('POST', '/teams', {
      upload: new Blob(['x'], { type: 'application/zip' }),
    });
    expect(elsewhere.status).toBe(415);
  });
});
