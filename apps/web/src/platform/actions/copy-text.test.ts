import { afterEach, expect, it, vi } from 'vitest';
import { copyLink, copyText } from './copy-text.ts';
import { toasts, hideToast } from '#platform/client-state/toasts.ts';

afterEach(() => {
  hideToast();
  vi.unstubAllGlobals();
});

it('copies text and shows a success message', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  expect(await copyText('https://hearth.example/t/1', 'Link copied')).toBe(true);
  expect(copied).toEqual(['https://hearth.example/t/1']);
  expect(toasts.get().toast).toMatchObject({ message: 'Link copied', isSuccess: true });
});

it('copies only the address of an email link', async () => {
  const writeText = vi.fn(async (_text: string) => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  copyLink('mailto:zoe+x@example.com?subject=Hello');
  await vi.waitFor(() => expect(toasts.get().toast).toMatchObject({ message: 'Email address copied' }));
  expect(writeText.mock.calls).toEqual([['zoe+x@example.com']]);
});

it('shows the default or a given error message if the browser blocks copying', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowed')) } });
  expect(await copyText('x', 'Link copied')).toBe(false);
  expect(toasts.get().toast).toMatchObject({
    message: 'Your browser blocked copying. Copy it manually.',
    isSuccess: false,
  });
  await copyText('x', 'Link copied', 'Write it down');
  expect(toasts.get().toast).toMatchObject({ message: 'Write it down' });
});
