import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '#main.ts';
import { systemClock } from '#platform/clock.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { startS3, type S3Peer } from '#testing/s3-peer.ts';
import { createDiskStorage, createS3Storage, type Storage } from './index.ts';

const log = createLogger({ level: 'silent' });
const KEY = 'attachments/0123456789abcdefghij';
let folder: string;
let peer: S3Peer;

beforeAll(async () => {
  peer = await startS3();
});

afterAll(() => peer.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-storage-'));
  peer.objects.clear();
  peer.calls.length = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const kinds: [string, () => Storage][] = [
  ['a disk', () => createDiskStorage(join(folder, 'files'), createIds(systemClock))],
  ['a bucket', () => createS3Storage(peer.settings, log)],
];

describe.each(kinds)('file storage on %s', (_kind, create) => {
  test('stores, reads, streams, replaces and removes files', async () => {
    const storage = create();
    expect(await storage.read(KEY)).toBeNull();
    expect(await storage.open(KEY)).toBeNull();
    await storage.put(KEY, Buffer.from('first'));
    await storage.put(KEY, Buffer.from([0, 255, 10, 13, 128]));
    expect(await storage.read(KEY)).toEqual(Buffer.from([0, 255, 10, 13, 128]));
    const opened = await storage.open(KEY);
    expect(opened?.bytes).toBe(5);
    expect(await buffer(opened!.stream)).toEqual(Buffer.from([0, 255, 10, 13, 128]));
    await storage.remove(KEY);
    await storage.remove(KEY);
    expect(await storage.read(KEY)).toBeNull();
  });

  test('stores empty files', async () => {
    const storage = create();
    await storage.put(KEY, new Uint8Array());
    expect(await storage.read(KEY)).toEqual(Buffer.alloc(0));
    const opened = await storage.open(KEY);
    expect(opened?.bytes).toBe(0);
    expect(await buffer(opened!.stream)).toEqual(Buffer.alloc(0));
  });

  test('moves a file from the local disk', async () => {
    const storage = create();
    const path = join(folder, 'received');
    const bytes = Buffer.alloc(3_000_000, 'hearth ');
    await writeFile(path, bytes);
    await storage.take(KEY, path);
    expect((await storage.read(KEY))?.equals(bytes)).toBe(true);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('lists the files of a folder', async () => {
    const storage = create();
    const names = Array.from({ length: 8 }, (_, at) => `name-of-twenty-signs-${at}`);
    for (const name of names) await storage.put(`images/${name}`, Buffer.from('x'));
    await storage.put(KEY, Buffer.from('elsewhere'));
    expect((await storage.list('images')).toSorted()).toEqual(names);
    expect(await storage.list('exports')).toEqual([]);
  });

  test('rejects malformed keys and keys that escape the storage root', async () => {
    const storage = create();
    for (const key of [
      '../secret',
      'images/../../etc',
      '/etc/passwd',
      'images/short',
      'images/a?list-type=2&aaaaaaaaaaaaa',
    ])
      await expect(
        (async () => {
          await storage.put(key, Buffer.from('x'));
        })(),
        key,
      ).rejects.toThrow(TypeError);
    expect(peer.calls).toEqual([]);
  });
});

describe('bucket failures', () => {
  test('retries until the file is stored', async () => {
    const storage = createS3Storage(peer.settings, log);
    peer.refuse(2, 503);
    await storage.put(KEY, Buffer.from('kept'));
    expect(peer.calls).toHaveLength(3);
    expect(peer.objects.get(KEY)?.toString()).toBe('kept');
  });

  test('reports a persistent failure and keeps the local file', async () => {
    const storage = createS3Storage(peer.settings, log);
    const path = join(folder, 'received');
    await writeFile(path, 'mine');
    peer.refuse(3, 500);
    await expect(storage.take(KEY, path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await stat(path)).size).toBe(4);
  });

  test('times out when the bucket does not respond', async () => {
    const storage = createS3Storage(peer.settings, log, 100);
    peer.freeze();
    try {
      await expect(storage.read(KEY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      peer.thaw();
    }
    expect(peer.calls).toHaveLength(3);
  });

  test.each([
    ['a wrong key', { secretAccessKey: 'another one' }],
    ['no such bucket', { bucket: 'elsewhere' }],
  ])('reports UNAVAILABLE without a retry: %s', async (_what, wrong) => {
    const storage = createS3Storage({ ...peer.settings, ...wrong }, log);
    await expect(storage.read(KEY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(storage.put(KEY, Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(peer.calls).toHaveLength(2);
    expect(peer.objects.size).toBe(0);
  });

  test('prevents the server from starting without a readable bucket', async () => {
    const env = {
      ...peer.env,
      API_PORT: '0',
      HEARTH_DATA: folder,
      LOG_LEVEL: 'silent',
      S3_BUCKET: 'elsewhere',
    };
    await expect(startApi(env)).rejects.toThrow('the bucket elsewhere cannot be read');
  });
});
