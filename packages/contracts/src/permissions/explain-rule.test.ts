import { describe, expect, it } from 'vitest';
import { can, canSee, explainRule, levelOf, type Action, type Actor } from './permissions.ts';

describe('explainRule', () => {
  it.each<[Action, string]>([
    ['team.delete', 'Only owners of this team can do this (team.delete)'],
    ['team.update', 'Only admins and owners of this team can do this (team.update)'],
    ['invites.create', 'Only members, admins and owners of this team can do this (invites.create)'],
    ['team.read', 'Only people in this team can do this (team.read)'],
    [
      'task.delete',
      'Only the person who made this, or someone with manage access, can do this (task.delete)',
    ],
    [
      'trash.restore',
      'Only the person who made this, or someone with manage access, can do this (trash.restore)',
    ],
    ['task.update', 'You need edit access to do this (task.update)'],
    ['task.comment', 'You need comment access to do this (task.comment)'],
    ['project.grant', 'You need manage access to do this (project.grant)'],
  ])('describes who is allowed to perform %s', (action, description) => {
    expect(explainRule(action)).toBe(description);
  });
});

describe('person without a membership', () => {
  const nobody: Actor = { userId: 'ann', role: null, grants: { one: 'manage' }, privateProjects: {} };

  it('has no access level, regardless of grants', () => {
    expect(levelOf(nobody, { projectId: 'one' })).toBeNull();
    expect(canSee(nobody, { projectId: 'one', createdBy: 'ann' })).toBe(false);
    expect(can(nobody, 'task.read', { projectId: 'one', createdBy: 'ann' })).toBe(false);
    expect(can(nobody, 'team.read')).toBe(false);
  });
});

it('throws if an action requires an object but has none', () => {
  const owner: Actor = { userId: 'ann', role: 'owner', grants: {}, privateProjects: {} };
  expect(() => can(owner, 'task.read')).toThrow(new TypeError('task.read requires an object'));
});
