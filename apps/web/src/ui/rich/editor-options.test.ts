import { Extension, extensions, resolveExtensions } from '@tiptap/core';
import { expect, test } from 'vitest';
import { createEditorOptions } from './editor-options.ts';
import type { RichNames } from './rich-names.ts';
import { createTypedWatch } from './typed-menu.ts';

test('no part of the editor has the name of another, which it would warn of at every description', () => {
  const nothing = (): void => undefined;
  const events = {
    names: {} as RichNames,
    watch: createTypedWatch(),
    onLeave: nothing,
    onLink: nothing,
  };
  const own = createEditorOptions(events).extensions ?? [];
  const core = Object.values(extensions).filter((one) => one instanceof Extension);
  expect(core.map(({ name }) => name)).toContain('paste');
  const names = resolveExtensions([...core, ...own]).map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
