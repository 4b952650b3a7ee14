// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import { startTexts } from '#platform/texts/texts.ts';
import { completeWindow } from '#testing/page-window.ts';
import type { DocumentUploads } from './blocks/uploads.ts';
import type { DocumentHandle } from './document-editor.tsx';
import { DocumentEditor } from './editor.lazy.ts';
import { LocalDocuments } from './live/local-documents.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';

const PICTURE = '018f6f2e-7e4a-7c3b-9a51-3b7d1c2e4f60';

completeWindow();
beforeAll(startTexts);
afterEach(cleanup);

function makeBlock(name: string, text: string, attrs: Readonly<Record<string, unknown>> = {}): XmlElement {
  const block = new XmlElement(name);
  for (const [attr, value] of Object.entries(attrs)) block.setAttribute(attr, value as string);
  block.insert(0, [new XmlText(text)]);
  return block;
}

const uploads: DocumentUploads = {
  send: async () => '',
  copy: async () => undefined,
  pictureOf: (id) => `/pictures/${id}`,
  fileOf: (id) => `/files/${id}`,
};

/** Shows a document with a local copy while the server is unreachable. */
async function show(documentId: string, blocks: XmlElement[], isReadOnly = false) {
  const doc = new Doc();
  doc.getXmlFragment('default').insert(0, blocks);
  const local = new LocalDocuments('ada', 'team');
  await local.settle(documentId, encodeStateAsUpdate(doc), {});
  await local.close();
  return draw(documentId, { isReadOnly });
}

function draw(
  documentId: string,
  options: { isReadOnly?: boolean; isBlank?: boolean; isConfirmed?: boolean } = {},
) {
  const { isReadOnly = false, isBlank = false, isConfirmed = !isBlank } = options;
  const handle = createRef<DocumentHandle>();
  const facts: unknown[] = [];
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <DocumentEditor
          ref={handle}
          documentId={documentId}
          name={`team/${documentId}`}
          userId="ada"
          isBlank={isBlank}
          isConfirmed={isConfirmed}
          isReadOnly={isReadOnly}
          label="Handbook"
          names={names}
          mentionSources={{ people: () => [], tasks: () => [], documents: () => [] }}
          uploads={uploads}
          isFullWidth={false}
          onFullWidth={null}
          onNewPage={null}
          linkTo={(id) => `#${id}`}
          blockId={null}
          head={null}
          onFacts={(now) => facts.push(now)}
          onSaveDraft={null}
        />
      </MantineProvider>
    </I18nProvider>,
  );
  return { handle, facts };
}

it('shows the local copy and the offline status while the server is unreachable', async () => {
  const { handle, facts } = await show('d1', [
    makeBlock('heading', 'From this device', { level: 1 }),
    makeBlock('paragraph', 'two words'),
  ]);
  const text = await screen.findByRole('textbox', { name: 'Handbook' }, { timeout: 15_000 });
  expect(text.textContent).toBe('From this devicetwo words');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('From this device');
  handle.current?.focus();
  await waitFor(() => expect(document.activeElement).toBe(text));
  await waitFor(() => expect(facts).toEqual([{ wordCount: 5, isEmpty: false }]));
  await screen.findByText('Offline', undefined, { timeout: 10_000 });
});

it('renders text, images and files without editing controls for readers', async () => {
  const image = makeBlock('image', '', { attachmentId: PICTURE, alt: 'The oven' });
  const file = makeBlock('file', '', { attachmentId: PICTURE, name: 'prices.pdf' });
  await show(
    'd2',
    [makeBlock('callout', '', { kind: 'tip' }), makeBlock('paragraph', 'to read'), image, file],
    true,
  );
  const text = await screen.findByRole('article', { name: 'Handbook' }, { timeout: 15_000 });
  expect(text.textContent).toContain('to read');
  expect(text.getAttribute('contenteditable')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Write at the end' })).toBeNull();
  const shown = await screen.findByRole<HTMLImageElement>('img', { name: 'The oven' });
  expect(shown.getAttribute('src')).toBe(`/pictures/${PICTURE}`);
  expect(text.querySelector(`a[href="/files/${PICTURE}"]`)).not.toBeNull();
});

it('makes a new document editable before the server has stored it', async () => {
  const { facts } = draw('d3', { isBlank: true });
  const text = await screen.findByRole('textbox', { name: 'Handbook' }, { timeout: 15_000 });
  expect(text.getAttribute('contenteditable')).toBe('true');
  await waitFor(() => expect(facts).toEqual([{ wordCount: 0, isEmpty: true }]));
});

it('reopens a new document as editable after a reload, even if the server has not stored it', async () => {
  draw('d4', { isBlank: true });
  await screen.findByRole('textbox', { name: 'Handbook' }, { timeout: 15_000 });
  cleanup();
  // Simulates a new tab.
  const { facts } = draw('d4', { isBlank: false, isConfirmed: false });
  const text = await screen.findByRole('textbox', { name: 'Handbook' }, { timeout: 15_000 });
  expect(text.getAttribute('contenteditable')).toBe('true');
  await waitFor(() => expect(facts).toEqual([{ wordCount: 0, isEmpty: true }]));
});
