import { describe, expect, it } from 'vitest';
import type { Actor, DocumentAccess } from '@hearth/contracts/permissions/permissions';
import { documentScope, workScope } from '#platform/commands/index.ts';
import { canSeeScope } from './visibility.ts';

const PROJECT = '0192f5a0-0000-7000-8000-0000000000aa';
const [NEAR, FAR] = ['0192f5a0-0000-7000-8000-000000000001', '0192f5a0-0000-7000-8000-000000000002'];

const member: Actor = { userId: 'ann', role: 'member', grants: {}, privateProjects: {} };
const guest: Actor = { ...member, role: 'guest' };

describe('document scope', () => {
  const scope = (projectId: string | null, access: DocumentAccess) => documentScope(projectId, access);

  it('equals the work scope when no document grant applies', () => {
    const access = { ids: [], isRestricted: false };
    expect(scope(null, access)).toBe(workScope(null));
    expect(scope(PROJECT, access)).toBe(workScope(PROJECT));
  });

  it('grants visibility through a role, the project or a document grant', () => {
    const ofTeam = scope(null, { ids: [NEAR, FAR], isRestricted: false });
    expect(ofTeam).toBe(`document:team:${NEAR},${FAR}`);
    expect(canSeeScope(member, ofTeam)).toBe(true);
    expect(canSeeScope(guest, ofTeam)).toBe(false);
    expect(canSeeScope({ ...guest, pages: { [FAR]: 'view' } }, ofTeam)).toBe(true);
    const ofProject = scope(PROJECT, { ids: [NEAR], isRestricted: false });
    expect(ofProject).toBe(`document:${PROJECT}:${NEAR}`);
    expect(canSeeScope({ ...guest, grants: { [PROJECT]: 'view' } }, ofProject)).toBe(true);
    expect(canSeeScope({ ...member, privateProjects: { [PROJECT]: true } }, ofProject)).toBe(false);
  });

  it('requires a document grant for a restricted document regardless of the project', () => {
    const restricted = scope(PROJECT, { ids: [NEAR], isRestricted: true });
    expect(restricted).toBe(`document:private:${NEAR}`);
    expect(canSeeScope({ ...member, role: 'owner', grants: { [PROJECT]: 'manage' } }, restricted)).toBe(
      false,
    );
    expect(canSeeScope({ ...guest, pages: { [NEAR]: 'view' } }, restricted)).toBe(true);
    expect(canSeeScope({ ...guest, pages: { [FAR]: 'view' } }, restricted)).toBe(false);
  });

  it('hides a malformed scope even from owners', () => {
    const owner: Actor = { ...member, role: 'owner', pages: { '': 'manage', [NEAR]: 'manage' } };
    for (const text of [
      'document:',
      'document:team',
      'document:team:',
      `document::${NEAR}`,
      `document:team:${NEAR}:x`,
    ])
      expect(canSeeScope(owner, text), text).toBe(false);
  });
});
