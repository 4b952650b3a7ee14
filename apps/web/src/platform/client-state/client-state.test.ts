import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const THREAD = {
  id: 'thread',
  title: 'What is due today?',
  isPinned: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  isRunning: false,
};

// The client's initial state and its resets. Transitions that users can see are in routes/sign-in/session.dom.test.tsx.

const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.resetModules();
  // Node has no local storage.
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const makeTeam = (name: string) =>
  ({ _id: name, name, key: name.slice(0, 3).toUpperCase(), image: null }) as never;

describe('initial client state', () => {
  it('has no user, no subscription and no assistant threads', async () => {
    const { auth } = await import('#platform/session/session.ts');
    expect(auth.get()).toEqual({ user: null, isReady: false, subscription: null, aiHistory: [] });
  });

  it('has team index 0 and no role, teams or projects', async () => {
    const { teamsState } = await import('#platform/session/teams.ts');
    expect(teamsState.get()).toEqual({
      teams: [],
      selectedTeamIndex: 0,
      currentTeamRole: null,
      currentTeamProjectIds: [],
      isLoaded: false,
    });
  });

  it('is not loading and has an empty success toast', async () => {
    const { loading } = await import('./loading.ts');
    const { toasts } = await import('./toasts.ts');
    expect(loading.get()).toEqual({ isLoading: false });
    expect(toasts.get()).toEqual({ toast: { message: '', showToast: false, isSuccess: true } });
  });
});

describe('toast', () => {
  it('hides after 3000 ms and resets', async () => {
    vi.useFakeTimers();
    const { toasts, showError } = await import('./toasts.ts');
    showError('Broken');
    expect(toasts.get().toast).toMatchObject({ message: 'Broken', showToast: true, isSuccess: false });
    vi.advanceTimersByTime(2999);
    expect(toasts.get().toast.showToast).toBe(true);
    vi.advanceTimersByTime(1);
    expect(toasts.get().toast).toEqual({ message: '', showToast: false, isSuccess: true });
  });

  it('stays visible while held and for the full duration after release', async () => {
    vi.useFakeTimers();
    const { toasts, holdToast, showError, startHiding } = await import('./toasts.ts');
    showError('Broken');
    vi.advanceTimersByTime(2000);
    holdToast();
    vi.advanceTimersByTime(60_000);
    expect(toasts.get().toast.showToast).toBe(true);
    startHiding();
    vi.advanceTimersByTime(2999);
    expect(toasts.get().toast.showToast).toBe(true);
    vi.advanceTimersByTime(1);
    expect(toasts.get().toast.showToast).toBe(false);
  });

  it('stays visible for the full duration after replacing another toast', async () => {
    vi.useFakeTimers();
    const { toasts, showToast } = await import('./toasts.ts');
    showToast('First');
    vi.advanceTimersByTime(2000);
    showToast('Second');
    vi.advanceTimersByTime(2000);
    expect(toasts.get().toast.message).toBe('Second');
    vi.advanceTimersByTime(1000);
    expect(toasts.get().toast.showToast).toBe(false);
  });
});

describe('loading flag', () => {
  it('stays set until the last of several promises has settled', async () => {
    const { loading, trackLoading } = await import('./loading.ts');
    const one = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const both = [trackLoading(one.promise), trackLoading(other.promise)];
    expect(loading.get().isLoading).toBe(true);
    one.reject(new Error('Broken'));
    await expect(both[0]).rejects.toThrow('Broken');
    expect(loading.get().isLoading).toBe(true);
    other.resolve();
    await both[1];
    expect(loading.get().isLoading).toBe(false);
  });
});

describe('switching teams', () => {
  it('stores the team index, clears the chat, and resets the role and projects', async () => {
    const { auth } = await import('#platform/session/session.ts');
    const { acceptTeam, switchTeam, teamsState } = await import('#platform/session/teams.ts');
    acceptTeam(makeTeam('North'));
    acceptTeam(makeTeam('South'));
    auth.set({ aiHistory: [THREAD] });
    teamsState.set({ currentTeamRole: 'owner', currentTeamProjectIds: ['website'] });
    await switchTeam(1);
    expect(teamsState.get()).toMatchObject({
      selectedTeamIndex: 1,
      currentTeamRole: null,
      currentTeamProjectIds: [],
    });
    expect(items.get('selectedTeamIndex')).toBe('1');
    expect(auth.get().aiHistory).toEqual([]);
  });
});

describe('clearing teams', () => {
  it('empties the list and removes the stored index', async () => {
    const { acceptTeam, clearTeams, switchTeam, teamsState } = await import('#platform/session/teams.ts');
    acceptTeam(makeTeam('North'));
    acceptTeam(makeTeam('South'));
    await switchTeam(1);
    clearTeams();
    expect(teamsState.get()).toMatchObject({ teams: [], selectedTeamIndex: 0, currentTeamRole: null });
    expect(items.has('selectedTeamIndex')).toBe(false);
  });
});
