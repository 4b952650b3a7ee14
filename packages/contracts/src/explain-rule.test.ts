import { describe, expect, it } from 'vitest';
import { can, canSee, explainRule, levelOf, type Action, type Actor } from './permissions.ts';

describe('the words of a refusal', () => {
  it.each<[Action, string]>([
    ['team.delete', 'team.delete needs the role owner in this team'],
    ['team.update', 'team.update needs the role admin or above in this team'],
    ['invites.create', 'invites.create needs the role member or above in this team'],
    ['team.read', 'team.read needs the role guest or above in this team'],
    ['task.delete', 'task.delete is for whoever made it, or needs the right to manage it'],
    ['trash.restore', 'trash.restore is for whoever made it, or needs the right to manage it'],
    ['task.update', 'task.update needs the right to edit it'],
    ['task.comment', 'task.comment needs the right to comment it'],
    ['project.grant', 'project.grant needs the right to manage it'],
  ])('of %s name its rule', (action, words) => {
    expect(explainRule(action)).toBe(words);
  });
});

describe('somebody who is no member', () => {
  const nobody: Actor = { userId: 'ann', role: null, grants: { one: 'manage' }, privateProjects: {} };

  it('has no level, whatever was granted to them once', () => {
    expect(levelOf(nobody, { projectId: 'one' })).toBeNull();
    expect(canSee(nobody, { projectId: 'one', createdBy: 'ann' })).toBe(false);
    expect(can(nobody, 'task.read', { projectId: 'one', createdBy: 'ann' })).toBe(false);
    expect(can(nobody, 'team.read')).toBe(false);
  });
});

it('an action on work is never decided without its object', () => {
  const owner: Actor = { userId: 'ann', role: 'owner', grants: {}, privateProjects: {} };
  expect(() => can(owner, 'task.read')).toThrow(new TypeError('task.read is decided for an object'));
});
