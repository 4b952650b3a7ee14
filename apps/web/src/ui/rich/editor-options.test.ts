import { Extension, extensions, resolveExtensions } from '@tiptap/core';
import { expect, test } from 'vitest';
import { createEditorOptions } from './editor-options.ts';
import type { RichNames } from './rich-names.ts';
import { createTypedWatch } from './typed-menu.ts';

test('has no duplicate extension names, which would log a warning for every description', () => {
  const nothing = (): void => undefined;
  const events = {
    names: {} as RichNames,
    watch: createTypedWatch(),
    onLeave: nothing,
    onLink: nothing,
    onOmittedImages: nothing,
  };
  const own = createEditorOptions(events).extensions ?? [];
  const core = Object.values(extensions).filter((one) => one instanceof Extension);
  expect(core.map(({ name }) => name)).toContain('paste');
  const names = resolveExtensions([...core, ...own]).map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
