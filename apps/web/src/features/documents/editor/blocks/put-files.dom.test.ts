// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { expect, it, vi } from 'vitest';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import { BlockPortals } from './block-portals.ts';
import { createPaste } from '#ui/rich/paste/create-paste.ts';
import { createFileTaking, EmbeddedPictures, putFile } from './put-files.ts';
import { UploadJobs } from './uploads.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';

completeWindow();
Object.assign(window, { ClipboardEvent: Event });

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

it('uploads images that are embedded in pasted HTML', async () => {
  const sent: File[] = [];
  const jobs = new UploadJobs({
    send: async (file) => {
      sent.push(file);
      return FILE;
    },
    copy: async () => undefined,
    pictureOf: String,
    fileOf: String,
  });
  const pictures = new EmbeddedPictures(true);
  const editor = new Editor({
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: [
      ...createDocumentSchema(names, new BlockPortals()),
      createPaste('document', pictures),
      createFileTaking(jobs, pictures),
    ],
  });
  const data = btoa('a'.repeat(200));
  const event = Object.assign(new Event('paste'), { clipboardData: null }) as ClipboardEvent;
  const html = `<p>above</p><img alt="A plan" src="data:image/png;base64,${data}"><p>below</p>`;
  editor.view.pasteHTML(html, event);
  const blocks = () => editor.state.doc.content.content.map(({ type, attrs }) => [type.name, attrs['alt']]);
  expect(blocks()).toEqual([
    ['paragraph', undefined],
    ['image', 'A plan'],
    ['paragraph', undefined],
  ]);
  await vi.waitFor(() => expect(editor.state.doc.child(1).attrs['attachmentId']).toBe(FILE));
  expect(sent.map(({ type, size }) => [type, size])).toEqual([['image/png', 200]]);
  editor.destroy();
});
