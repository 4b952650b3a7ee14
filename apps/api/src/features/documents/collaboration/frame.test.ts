import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isKnown, readFrame } from './frame.ts';

/** Encodes a frame like Hocuspocus: document name, message type and payload. */
function frame(name: string, ...rest: number[]): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  return Uint8Array.of(bytes.length, ...bytes, ...rest);
}

test('decodes the frame types that clients are allowed to send and rejects others', () => {
  expect(readFrame(frame('team/document', 0, 2, 1, 7))).toEqual({
    documentName: 'team/document',
    kind: 'sync',
    isFirstStep: false,
  });
  expect(readFrame(frame('team/document', 0, 0, 1, 0))).toMatchObject({ kind: 'sync', isFirstStep: true });
  expect(readFrame(frame('team/document', 2))).toMatchObject({ kind: 'auth', isFirstStep: false });
  expect(readFrame(frame('team/document', 0, 3, 1, 7))).toBeNull();
  expect(readFrame(frame('team/document', 6))).toBeNull();
});

test.each(['team/document\0a', 'team/document\0', '\0'])(
  'rejects a document name that contains NUL: %j',
  (name) => {
    expect(readFrame(frame(name, 0, 2, 1, 7))).toBeNull();
  },
);

test('treats an undecodable update as unknown', () => {
  expect(isKnown(new Y.Doc(), Uint8Array.of(9, 9, 9))).toBe(false);
  expect(isKnown(new Y.Doc(), Y.encodeStateAsUpdate(new Y.Doc()))).toBe(true);
});
