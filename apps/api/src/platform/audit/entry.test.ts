import { describe, expect, it } from 'vitest';
import { CHAIN_START, digestEntry, hashEntry, type AuditContent } from './entry.ts';
import { truncateIp } from '#platform/http/truncate-ip.ts';

const ENTRY: AuditContent = {
  teamId: '01930000-0000-7000-8000-000000000001',
  at: new Date('2026-11-20T09:30:00Z'),
  actor: null,
  act: 'team.changed',
  object: 'team',
  objectId: null,
  objectName: 'Makers',
  details: { b: 1, a: { d: 'x', c: null } },
  address: null,
  requestId: null,
  tokenId: null,
};

describe('audit hash chain', () => {
  it('keeps the hash format frozen', () => {
    expect(digestEntry(ENTRY).toString('hex')).toBe(
      '5b20b46f5069a9e751e39ffc2e70e719d7299eaea19025fae0c301c8f0eb8979',
    );
    expect(hashEntry(CHAIN_START, 1, digestEntry(ENTRY)).toString('hex')).toBe(
      'ab847070e5c03de40967e7884d8bfb95a0453d52b123c611db1dc07b80db32e7',
    );
  });

  it('hashes all content of an entry regardless of field order', () => {
    const same = { ...ENTRY, details: { a: { c: null, d: 'x' }, b: 1 } };
    expect(digestEntry(same)).toEqual(digestEntry(ENTRY));
    const others: Partial<AuditContent>[] = [
      { teamId: '01930000-0000-7000-8000-000000000002' },
      { at: new Date('2026-11-20T09:30:00.001Z') },
      { actor: 'somebody' },
      { act: 'team.deleted' },
      { object: 'task' },
      { objectId: 'x' },
      { objectName: 'Maker' },
      { details: {} },
      { address: '203.0.113.0/24' },
      { requestId: 'r' },
      { tokenId: 't' },
    ];
    const digests = others.map((other) => digestEntry({ ...ENTRY, ...other }).toString('hex'));
    expect(new Set([...digests, digestEntry(ENTRY).toString('hex')]).size).toBe(others.length + 1);
  });
});

describe('truncateIp', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:DB8:0001::1', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ])('truncates %s to %s', (address, network) => {
    expect(truncateIp(address)).toBe(network);
  });
});
