import { sampleScalars } from '@hearth/contracts/testing/scalars';
import { randomUUID } from 'node:crypto';
import { FIELD_TYPES, hasOptions, type FieldType } from '@hearth/contracts/custom-fields/custom-field-values';
import { FULL_TEXT } from '@hearth/contracts/testing/rich-texts';
import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { replaceMentions, writeMention } from '@hearth/contracts/rich-text/comment-values';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { ERRORS, type Problem } from '@hearth/contracts/core/errors';
import type { ImportOutcome, TeamExport, TeamImport } from '@hearth/contracts/transfer/transfer';
import { IMPORTED_PARTS } from '#features/transfer/part-rows.ts';
import { attach, drawPng } from './attach.ts';
import type { ApiResponse, Client, SignedIn } from './make.ts';
import { joinTeam, makeProject, makeTask, makeTeam } from './make.ts';
import { makeDocuments } from './transfer-documents.ts';

/** Exports a team and downloads the file. */
export async function exportTeam(client: Client, teamId: string): Promise<Buffer> {
  const id = await makeExport(client, teamId);
  return await fetchFile(client, `/teams/${teamId}/exports/${id}/file`);
}

/** Creates an export and waits until it is finished. @returns its id */
export async function makeExport(client: Client, teamId: string): Promise<string> {
  const requested = await client.post<{ export: TeamExport }>(`/teams/${teamId}/exports`);
  if (requested.status !== 201)
    throw new Error(`No export: ${requested.status} ${JSON.stringify(requested.body)}`);
  const { id } = requested.body.export;
  const { state } = await waitUntilMade(client, teamId, id);
  if (state !== 'ready') throw new Error(`The export is ${state}`);
  return id;
}

async function waitUntilMade(client: Client, teamId: string, id: string): Promise<TeamExport> {
  // Increase the interval: polling fifty times per second would exceed the rate limit before a large team is finished.
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await client.get<{ exports: TeamExport[] }>(`/teams/${teamId}/exports`);
    const found = body.exports.find((one) => one.id === id);
    if (found !== undefined && found.state !== 'waiting') return found;
    await sleep(Math.min(20 * 1.1 ** tries, 500));
  }
  throw new Error('The export did not finish');
}

export async function fetchFile(client: Client, path: string): Promise<Buffer> {
  const cookie = [...client.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const response = await fetch(new URL(path, client.target.apiOrigin), { headers: { cookie } });
  if (response.status !== 200) throw new Error(`No file: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export function toUpload(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)], { type: 'application/zip' });
}

/** Uploads a file. @returns the response, which may be an error */
export async function sendFile(
  client: Client,
  teamId: string,
  file: Buffer,
): Promise<ApiResponse<{ import: TeamImport } & Problem>> {
  return await client.send('POST', `/teams/${teamId}/imports`, { upload: toUpload(file) });
}

/** Uploads a file and waits until it has been imported or rejected. */
export async function importTeam(
  client: Client,
  teamId: string,
  file: Buffer,
): Promise<{ status: number; body: { import: ImportOutcome } & Problem }> {
  const sent = await sendFile(client, teamId, file);
  if (sent.status !== 201) return sent as never;
  const { outcome, refusal } = await waitUntilIn(client, teamId, sent.body.import.id);
  if (refusal !== null) return { status: ERRORS[refusal.code].status, body: refusal as never };
  return { status: 201, body: { import: outcome } as never };
}

export async function waitUntilIn(client: Client, teamId: string, id: string): Promise<TeamImport> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { body } = await client.get<{ imports: TeamImport[] }>(`/teams/${teamId}/imports`);
    const found = body.imports?.find((one) => one.id === id);
    if (found !== undefined && found.state !== 'waiting') return found;
    await sleep(Math.min(20 * 1.1 ** tries, 500));
  }
  throw new Error('The import did not finish');
}

export async function unzip(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
}

type Row = Record<string, unknown>;

export async function readParts(file: Buffer): Promise<Record<string, Row[]>> {
  const parts: Record<string, Row[]> = {};
  for (const [name, bytes] of await unzip(file)) {
    const part = /^data\/(\w+)\.jsonl$/.exec(name)?.[1];
    if (part === undefined) continue;
    const lines = bytes.toString().split('\n').slice(0, -1);
    parts[part] = lines.map((line) => JSON.parse(line) as Row);
  }
  return parts;
}

/**
 * Normalizes a file because exports of the same content must be equal: replaces users with addresses or names, and the team with a name.
 * Omits log positions, and the team's own log (joins, and the import itself), which differs between teams.
 */
export async function normalize(file: Buffer): Promise<Record<string, unknown[]>> {
  const parts = await readParts(file);
  const names = new Map((parts['people'] ?? []).map((row) => [row['id'], row['email'] ?? row['name']]));
  names.set(parts['team']?.[0]?.['id'], 'the team');
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename).toSorted((a, b) => String(a).localeCompare(String(b)));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner)]));
    }
    if (names.has(value)) return names.get(value);
    return typeof value === 'string' ? replaceMentions(value, (id) => `@${String(names.get(id))}`) : value;
  };
  const ofWork = (row: Row) => ['task', 'project', 'comment', 'document'].includes(String(row['entity']));
  const history = (parts['history'] ?? [])
    .filter(ofWork)
    .map(({ seq: _seq, ordinal: _ordinal, ...row }) => row);
  const team = (parts['team'] ?? []).map(({ createdAt: _at, createdBy: _by, ...row }) => row);
  const exportedParts = Object.keys(IMPORTED_PARTS).filter(
    (part) => !['team', 'people', 'history'].includes(part),
  );
  const normalized: Record<string, unknown[]> = { team: team.map(rename), history: history.map(rename) };
  for (const part of exportedParts) {
    // Sort again: parts that are ordered by user id are in a different order if the ids differ.
    normalized[part] = (parts[part] ?? []).map((row) => JSON.stringify(rename(row))).toSorted();
  }
  return normalized;
}

/** Creates a custom field of each type, and a deleted one. */
async function makeFields(owner: SignedIn, teamId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const type of [...FIELD_TYPES, 'text'] as const) {
    const id = randomUUID();
    const name = type in ids ? 'Gone “text”' : `A “${type}” ज़`;
    const options = hasOptions(type) ? SOME_OPTIONS : [];
    await owner.post(`/teams/${teamId}/fields`, {
      id,
      name,
      type,
      options,
      currency: type === 'money' ? 'INR' : null,
      formula: type === 'formula' ? `{${ids['number']}} * 2` : null,
    });
    if (type in ids) await owner.delete(`/teams/${teamId}/fields/${id}`);
    else ids[type] = id;
  }
  return ids;
}

const SOME_OPTIONS = ['One', 'Two “2”'].map((name) => ({ id: randomUUID(), name, color: 'teal' }));

/** Returns values for some of the custom fields, different for each task. */
function chooseSomeValues(
  fieldIds: Readonly<Record<string, string>>,
  count: number,
  personId: string,
  earlier: readonly string[],
): Record<string, unknown> {
  const [one, other] = SOME_OPTIONS.map(({ id }) => id);
  const values: Record<FieldType, unknown> = {
    text: `“Text” ${count} ज़`,
    number: -count / 8,
    money: 1234.5,
    percent: count,
    date: '2026-12-24',
    select: one,
    multiSelect: [one, other],
    person: personId,
    checkbox: true,
    url: 'https://example.com/?a=1#b',
    relation: earlier.slice(0, 2),
    formula: null,
  };
  const chosen = FIELD_TYPES.filter((type, at) => (at + count) % 3 === 0 && values[type] !== null);
  return Object.fromEntries(chosen.map((type) => [fieldIds[type] ?? '', values[type]]));
}

/** Creates a team with all types of data, including trash, previous keys, status changes, comments, grants and unusual characters. */
export async function makeCrowdedTeam(
  owner: SignedIn,
  others: { member: SignedIn; guest: SignedIn },
  size = 30,
): Promise<string> {
  const { _id: teamId } = await makeTeam(owner, 'Crowded ज़्यादा');
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  await joinTeam(owner, teamId, others.member);
  await joinTeam(owner, teamId, others.guest, 'guest');
  const created = await owner.post<{ status: { id: string } }>(`/teams/${teamId}/statuses`, {
    name: 'Waiting "for" others',
    category: 'started',
    color: 'violet',
  });
  const { statuses } = (
    await owner.get<{ statuses: { id: string; name: string }[] }>(`/teams/${teamId}/statuses`)
  ).body;
  const statusIds = [created.body.status.id, ...statuses.map(({ id }) => id)];
  const labelIds: string[] = [];
  for (const name of ['Bug', '#"odd" ज़', 'Unused']) {
    const label = await owner.post<{ label: { id: string } }>(`/teams/${teamId}/labels`, {
      name,
      color: 'sky',
    });
    labelIds.push(label.body.label.id);
  }
  await owner.patch(`/teams/${teamId}/work-time`, { capacity: 12 });
  await owner.patch(`/teams/${teamId}/members/${others.member.user.id}/work-time`, {
    capacity: 0,
    absences: {
      [randomUUID()]: { from: '2026-12-24', to: '2026-12-31', word: '“Home” ज़' },
      [randomUUID()]: { from: '2026-11-24', to: '2026-11-24', word: '' },
    },
  });
  const typeIds: string[] = [];
  for (const name of ['“Odd” ज़', 'Gone']) {
    const type = await owner.post<{ taskType: { id: string } }>(`/teams/${teamId}/task-types`, {
      name,
      icon: 'idea',
      color: 'lime',
    });
    typeIds.push(type.body.taskType.id);
  }
  await owner.delete(`/teams/${teamId}/task-types/${typeIds.pop()}`);
  const fieldIds = await makeFields(owner, teamId);
  const projects = [];
  for (const name of ['Website', '=cmd|calc', '../../etc'])
    projects.push(await makeProject(owner, teamId, { name }));
  const [first, second, third] = projects.map(({ id }) => id);
  await owner.patch(`/teams/${teamId}/projects/${first}`, {
    key: 'WWW',
    description: '# Hello\n\n<b>"x"</b>',
    leadId: others.member.user.id,
    startDate: '2026-11-01',
    targetDate: '2026-12-24',
    health: 'atRisk',
    limits: { [statusIds[0] ?? '']: 4, [statusIds[1] ?? '']: 1 },
    hasTriage: true,
  });
  await owner.patch(`/teams/${teamId}/projects/${first}`, { limits: { [statusIds[1] ?? '']: null } });
  await owner.send('PUT', `/teams/${teamId}/projects/${second}/grants/${others.guest.user.id}`, {
    body: { level: 'edit' },
  });
  for (const [name, projectId] of [
    ['Mine “first”', null],
    ['Of a project', first],
  ] as const) {
    await owner.post(`/teams/${teamId}/views`, {
      name,
      projectId,
      text: 'view=table&filter=assignee%3Ame&sort=-due',
      isLocked: projectId === null,
    });
  }
  const milestoneIds = new Map<string | undefined, string>();
  for (const projectId of [first, second]) {
    const set = await owner.post<{ milestone: { id: string } }>(
      `/teams/${teamId}/projects/${projectId}/milestones`,
      { name: 'Beta “one”', description: 'Line\n- and more', targetDate: '2026-12-24' },
    );
    milestoneIds.set(projectId, set.body.milestone.id);
  }
  const people = [owner, others.member];
  const taskIds: string[] = [];
  for (let count = 0; count < size; count += 1) {
    const by = people[count % 2] ?? owner;
    const task = await makeTask(by, teamId, {
      title: `Task ${count} \u2028 🙂 "quoted" \\ </script>`,
      ...(count % 4 === 1
        ? { descriptionDoc: FULL_TEXT }
        : { description: count % 3 === 0 ? `Line one\n- line two ${'x'.repeat(count * 10)}` : '' }),
      ...(count % 4 === 0 ? {} : { projectId: [first, second, third][count % 3] }),
      statusId: statusIds[count % statusIds.length],
      ...sampleScalars(count % 3 === 0 ? 0 : count),
      assigneeIds: count % 2 === 0 ? [] : people.map(({ user }) => user.id),
      ...(count % 5 === 0 ? { dueDate: count % 2 === 0 ? '2026-12-24' : '2026-12-24T12:30:00.000Z' } : {}),
      labelIds: labelIds.slice(0, count % 3),
      typeId: typeIds[count % 3] ?? null,
      ...(count === 3 ? { triage: { until: '2026-12-30' } } : {}),
      ...(count % 4 !== 0 && count % 3 < 2
        ? { milestoneId: milestoneIds.get([first, second, third][count % 3]) }
        : {}),
      custom: chooseSomeValues(fieldIds, count, others.member.user.id, by === owner ? taskIds : []),
      ...(count % 7 === 3 ? { reporterId: others.member.user.id } : {}),
      ...(count % 6 === 1 ? { watcherIds: [others.member.user.id] } : {}),
      ...(count % 5 === 0
        ? {
            repeat: {
              mode: 'schedule',
              rule: 'FREQ=WEEKLY;BYDAY=TH',
              timeZone: 'Asia/Kolkata',
              later: {
                title: 'As before',
                ...sampleScalars(1),
                labelIds,
                assigneeIds: [owner.user.id],
                description: '',
              },
            },
          }
        : {}),
      ...(count % 4 === 1 ? { startDate: count % 3 === 0 ? '2026-11-02T03:30:00.000Z' : '2026-11-02' } : {}),
    });
    // Make this task the parent of an earlier one, to place the sub-task first in the file, partly across projects.
    if (count % 4 === 3)
      await owner.patch(`/teams/${teamId}/tasks/${taskIds[count - 2]}`, { parentId: task.id });
    if (count % 3 === 1) {
      await owner.post(`/teams/${teamId}/tasks/${task.id}/checklist`, {
        title: `Step “${count}”`,
        isDone: count % 2 === 0,
      });
    }
    if (count % 6 === 2) {
      const list = `/teams/${teamId}/tasks/${task.id}/attachments`;
      await attach(by, list, { name: `“Notes” ${count}.txt`, content: `Notes of ${count}` });
      const picture = await attach(by, list, { name: `ज़ ${count}.png`, content: await drawPng() });
      await by.patch(`/teams/${teamId}/tasks/${task.id}`, { coverId: picture.body.attachment.id });
    }
    if (count % 4 === 3) {
      const side = RELATION_SIDES[count % RELATION_SIDES.length];
      await owner.post(`/teams/${teamId}/tasks/${task.id}/relations`, { side, otherId: taskIds[count - 3] });
    }
    if (count % 5 === 2) {
      await by.post(`/teams/${teamId}/tasks/${task.id}/time`, {
        startedAt: '2026-11-02T09:00:00Z',
        endedAt: `2026-11-02T10:${10 + count}:00.500Z`,
        note: `“Talked” ${count}\nज़`,
      });
      await by.post(`/teams/${teamId}/tasks/${task.id}/timer`);
    }
    if (count % 10 === 0)
      await owner.post(`/teams/${teamId}/tasks/${task.id}/skips`, { reason: `“Closed” ${count}` });
    taskIds.push(task.id);
    const path = `/teams/${teamId}/tasks/${task.id}`;
    if (count % 2 === 0)
      await by.patch(path, { statusId: statusIds[(count + 3) % statusIds.length], title: `Moved ${count}` });
    if (count % 3 === 0) await discuss(by, others.member, path, count);
    if (count % 5 === 1) await owner.patch(path, { assigneeIds: [owner.user.id] });
    if (count % 7 === 4) await owner.patch(path, { description: `Said “again” ${count}` });
    if (count % 10 === 7) await owner.delete(path);
  }
  await others.member.post(`/teams/${teamId}/projects/${first}/template`, {
    name: 'Launch “again”',
    people: [{ userId: owner.user.id, role: null }],
  });
  await makeDocuments(teamId, { owner, ...others, projectId: first, deletedProjectId: third });
  await owner.patch(`/teams/${teamId}/projects/${second}`, { isPrivate: true });
  await owner.send('PUT', `/teams/${teamId}/projects/${second}/archive`);
  await owner.delete(`/teams/${teamId}/projects/${third}`);
  return teamId;
}

/** Adds an edited comment, a reply with a mention, a reaction and a deleted comment. */
async function discuss(by: SignedIn, other: SignedIn, taskPath: string, count: number): Promise<void> {
  const path = `${taskPath}/comments`;
  const addComment = async (who: SignedIn, body: string, parentId: string | null = null): Promise<string> => {
    const created = await who.post<{ comment: { id: string } }>(path, { body, parentId });
    return created.body.comment.id;
  };
  const first = await addComment(by, `First of ${count}\nand more`);
  if (count % 6 !== 0) return;
  await addComment(other, `Second\u0007 for ${writeMention(by.user.id)}`, first);
  await by.patch(`${path}/${first}`, { body: `First of ${count}, ${writeMention(other.user.id)}` });
  await other.send('PUT', `${path}/${first}/reactions/${encodeURIComponent('👩🏽‍💻')}`);
  await by.send('PUT', `${path}/${first}/reactions/${encodeURIComponent('🎉')}`);
  const deletedId = await addComment(by, 'Said too soon');
  await by.delete(`${path}/${deletedId}`);
}
