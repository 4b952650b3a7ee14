// @vitest-environment jsdom
import { HocuspocusProvider } from '@hocuspocus/provider';
import { expect, it, onTestFinished } from 'vitest';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { createCarets } from './carets.ts';

completeWindow();

it('renders the carets of other users, but not of the user’s previous session', async () => {
  const provider = new HocuspocusProvider({
    url: 'ws://localhost:9',
    name: 'document',
    autoConnect: false,
  } as never);
  const editor = openSharedEditor(provider.document, createCarets(provider, 'ada', names));
  onTestFinished(() => {
    editor.destroy();
    provider.destroy();
  });
  editor.commands.setContent('Rye loaf');
  const { awareness } = provider;
  if (awareness === null) throw new Error('The provider has no awareness.');
  const at = { type: null, tname: 'default', item: null, assoc: 0 };
  for (const [client, id] of [
    [7, 'ada'],
    [8, 'bob'],
  ] as const)
    awareness.states.set(client, { user: { id }, cursor: { anchor: at, head: at } });
  awareness.emit('change', [{ added: [7, 8], updated: [], removed: [] }, 'others']);
  await expect.poll(() => editor.view.dom.querySelectorAll('[data-caret]').length).toBe(1);
  expect(editor.view.dom.querySelector('[data-caret]')?.getAttribute('data-caret')).toBe('8');
});
