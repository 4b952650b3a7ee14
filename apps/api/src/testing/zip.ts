import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  data: Buffer | string;
  isPacked?: boolean;
  /** Incorrect values to write into the headers. */
  claims?: { size?: number; packedSize?: number; method?: number; flags?: number; mode?: number };
  /** Whether the entry refers to the bytes of the previous entry. */
  isShared?: boolean;
}

function headerOf(entry: ZipEntry, packed: Buffer, data: Buffer): Buffer {
  const { claims = {}, isPacked = true } = entry;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(claims.flags ?? 0x0800, 2);
  fields.writeUInt16LE(claims.method ?? (isPacked ? 8 : 0), 4);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(claims.packedSize ?? packed.length, 14);
  fields.writeUInt32LE(claims.size ?? data.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return fields;
}

/** Creates a zip archive of these entries, which is valid unless `claims` sets incorrect header values. */
export function makeZip(entries: readonly ZipEntry[], claims: { count?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let lastStart = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data as string);
    const packed = entry.isPacked === false ? data : deflateRawSync(data, { level: 9 });
    const fields = headerOf(entry, packed, data);
    const name = Buffer.from(entry.name);
    if (entry.isShared !== true) {
      lastStart = offset;
      const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
      bodies.push(body);
      offset += body.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.claims?.mode ?? 0o100600) << 16) >>> 0, 6);
    tail.writeUInt32LE(lastStart, 10);
    const versions = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), versions, fields, tail, name);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(claims.count ?? entries.length, 8);
  end.writeUInt16LE(claims.count ?? entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

const AT = '2026-01-01T00:00:00.000Z';
const ID = '00000000-0000-4000-8000-00000000000';
const STATUSES = [
  { id: `${ID}1`, name: 'To do', category: 'unstarted', color: 'gray', position: 'a0' },
  { id: `${ID}2`, name: 'Done', category: 'completed', color: 'green', position: 'a1' },
];

export const EMPTY_TEAM_ROWS: Readonly<Record<string, readonly object[]>> = {
  team: [
    {
      id: `${ID}9`,
      name: 'From a file',
      key: 'FILE',
      hasImage: false,
      membersMayInvite: false,
      membersMayUseTokens: true,
      defaultRole: 'member',
      estimateUnit: 'points',
      hasPublicLinks: true,
      timeZone: 'UTC',
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      createdBy: null,
      createdAt: AT,
      lastTaskNumber: 0,
    },
  ],
  people: [],
  workTimes: [],
  statuses: STATUSES,
  labels: [],
  taskTypes: [],
  fields: [],
  projects: [],
  grants: [],
  workKeys: [],
  tasks: [],
  assignees: [],
  watchers: [],
  taskLabels: [],
  taskLinks: [],
  relations: [],
  checklistItems: [],
  attachments: [],
  skips: [],
  timeEntries: [],
  views: [],
  templates: [],
  milestones: [],
  cycles: [],
  comments: [],
  reactions: [],
  spans: [],
  history: [],
  invites: [],
  audit: [],
};

/** Creates a team file with these rows, as written by the export, plus additional entries that the export would not write. */
export function makeTeamFile(
  rows: Readonly<Record<string, readonly object[]>> = {},
  more: readonly ZipEntry[] = [],
  header: object = {},
): Buffer {
  const parts = Object.entries({ ...EMPTY_TEAM_ROWS, ...rows }).map(([part, list]) => ({
    name: `data/${part}.jsonl`,
    rows: list.length,
    data: list.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }));
  const manifest = {
    format: 'hearth-team',
    version: 1,
    exportedAt: AT,
    team: { id: `${ID}9`, name: 'From a file', key: 'FILE' },
    files: parts.map(({ name, rows: count, data }) => ({
      name,
      rows: count,
      bytes: Buffer.byteLength(data),
      sha256: createHash('sha256').update(data).digest('hex'),
    })),
    ...header,
  };
  return makeZip([...parts, ...more, { name: 'manifest.json', data: JSON.stringify(manifest) }]);
}

/** Creates a valid team file with this many tasks, each with an assignee, a comment, two state spans and two history entries. */
export function makeLargeTeamFile(tasks: number): Buffer {
  const [open] = STATUSES;
  const someone = {
    id: `${ID}8`,
    name: 'Someone',
    email: null,
    teamRole: 'member',
    joinedAt: AT,
    removedAt: AT,
  };
  const project = { id: `${ID}7`, name: 'Large', key: 'LRG', description: '', color: 'sky', position: 'a0' };
  const base = { createdBy: null, createdAt: AT, updatedAt: AT, deletedAt: null, deletedBy: null };
  const numbers = Array.from({ length: tasks }, (_, n) => n + 1);
  const idOf = (number: number, kind: number) =>
    `00000000-0000-4000-800${kind}-${number.toString(16).padStart(12, '0')}`;
  const span = { statusId: open?.id, category: open?.category, enteredAt: AT, enteredBy: null };
  return makeTeamFile({
    people: [{ ...someone, hasImage: false }],
    projects: [{ ...project, ...base, isPrivate: false }],
    tasks: numbers.map((number) => ({
      ...base,
      id: idOf(number, 1),
      number,
      projectId: project.id,
      title: `Task ${number}`,
      description: 'A few words. '.repeat(8),
      statusId: open?.id,
      priority: 'none',
      dueDate: null,
      position: 'a0',
      closedAt: null,
      deletedWith: null,
    })),
    assignees: numbers.map((number) => ({ taskId: idOf(number, 1), userId: someone.id, assignedAt: AT })),
    comments: numbers.map((number) => ({
      id: idOf(number, 2),
      taskId: idOf(number, 1),
      body: 'A remark.',
      createdBy: someone.id,
      createdAt: AT,
    })),
    spans: numbers.flatMap((number) => [
      { ...span, taskId: idOf(number, 1), ordinal: 1, leftAt: AT },
      { ...span, taskId: idOf(number, 1), ordinal: 2, leftAt: null },
    ]),
    history: numbers.flatMap((number) =>
      [0, 1].map((ordinal) => ({
        seq: number,
        ordinal,
        entity: 'task',
        entityId: idOf(number, 1),
        field: 'title',
        old: 'Before',
        new: 'After',
        actor: someone.id,
        at: AT,
      })),
    ),
  });
}

/** Creates a row of `documents` for a team file. */
export function makeDocumentRow(fields: object = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    parentId: null,
    projectId: null,
    title: 'A document',
    icon: null,
    cover: null,
    position: 'a0',
    isPrivate: false,
    isTemplate: false,
    isFullWidth: false,
    archivedAt: null,
    archivedBy: null,
    archivedWith: null,
    createdBy: null,
    createdAt: AT,
    updatedBy: null,
    updatedAt: AT,
    deletedAt: null,
    deletedBy: null,
    deletedWith: null,
    ...fields,
  };
}

/** Creates a valid team file with this many deleted documents. */
export function makeTrashFile(documents: number): Buffer {
  return makeTeamFile({
    documents: Array.from({ length: documents }, (_, n) =>
      makeDocumentRow({ title: `Document ${n}`, deletedAt: AT }),
    ),
  });
}
