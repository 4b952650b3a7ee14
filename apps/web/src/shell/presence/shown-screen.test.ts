import { expect, it } from 'vitest';
import { screenOf } from './shown-screen.ts';

const PROJECT = '0198265e-db36-759d-9b33-3a99ce99eca7';

it('includes the layout and the project page', () => {
  expect(screenOf('/dashboard/tasks', { view: 'board' })).toBe('/tasks?view=board');
  expect(screenOf('/dashboard', {})).toBe('/');
  for (const part of ['', '/overview', '/cycles', '/triage']) {
    expect(screenOf(`/dashboard/projects/${PROJECT}${part}`, {})).toBe(`/projects/${PROJECT}${part}`);
  }
});

it('returns null for screens that cannot be viewed together', () => {
  for (const path of ['/dashboard/settings', `/dashboard/projects/${PROJECT}/else`, '/teams/create']) {
    expect(screenOf(path, {})).toBeNull();
  }
});
