// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { expect, it, vi } from 'vitest';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import { BlockPortals } from './block-portals.ts';
import { putFile } from './put-files.ts';
import { UploadJobs } from './uploads.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';

completeWindow();

const FILE = '01920000-0000-7000-8000-0000000000f1';

it('names a file block after the chosen file and leaves the alternative text of an image empty', async () => {
  const editor = new Editor({
    injectCSS: false,
    content: {
      type: 'doc',
      content: [
        { type: 'file', attrs: { id: 'file-block-1' } },
        { type: 'image', attrs: { id: 'image-block' } },
      ],
    },
    extensions: createDocumentSchema(names, new BlockPortals()),
  });
  const jobs = new UploadJobs({
    send: async () => FILE,
    copy: async () => undefined,
    pictureOf: String,
    fileOf: String,
  });
  putFile(editor, jobs, 'file-block-1', new File(['a'], 'sums\n2027.csv'));
  putFile(editor, jobs, 'image-block', new File(['a'], 'plan.png'));
  const attrs = () => editor.state.doc.content.content.map((block) => block.attrs);
  await vi.waitFor(() => expect(attrs()[1]).toMatchObject({ attachmentId: FILE, alt: '' }));
  expect(attrs()[0]).toMatchObject({ attachmentId: FILE, name: 'sums 2027.csv' });
  editor.destroy();
});
