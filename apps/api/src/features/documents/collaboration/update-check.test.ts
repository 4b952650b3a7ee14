import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { mergeContent, toYDoc } from '#features/documents/content/content.ts';
import { typeLog } from '#testing/document-log.ts';
import { isKnown } from './frame.ts';
import { checkUpdate, readUpdate, type UpdateVerdict } from './update-check.ts';

function check(doc: Y.Doc, update: Uint8Array): UpdateVerdict | 'unreadable' {
  const read = readUpdate(update);
  return read === null ? 'unreadable' : checkUpdate(doc, read);
}

/** Applies a change to a copy of a document and returns its update. */
function change(
  doc: Y.Doc,
  work: (fragment: Y.XmlFragment, copy: Y.Doc) => void,
  clientId?: number,
): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  if (clientId !== undefined) copy.clientID = clientId;
  const updates: Uint8Array[] = [];
  copy.on('update', (update) => updates.push(update));
  copy.transact(() => work(copy.getXmlFragment('default'), copy));
  return Y.mergeUpdates(updates);
}

/** Returns an update with items of one client that all follow the same letter. */
function crowd(doc: Y.Doc, clientId: number, count: number): Uint8Array {
  const updates: Uint8Array[] = [];
  const base = Y.encodeStateAsUpdate(doc);
  const copy = new Y.Doc();
  copy.clientID = clientId;
  Y.applyUpdate(copy, base);
  copy.on('update', (update) => updates.push(update));
  const [first] = copy.getXmlFragment('default').toArray() as [Y.XmlElement];
  const [text] = first.toArray() as [Y.XmlText];
  for (let at = 0; at < count; at += 1) {
    // Insert all items at the same position: each then has the previous item to its right.
    text.insert(1, 'x');
  }
  return Y.mergeUpdates(updates);
}

describe('editor updates', () => {
  test('accepts letter-by-letter typing and pasted chapters without a trial', () => {
    const doc = new Y.Doc();
    for (const update of typeLog(400)) {
      expect(check(doc, update)).toBe('ok');
      Y.applyUpdate(doc, update);
    }
    const chapter = parseMarkdown(
      '## Title\n\nSome **bold** words\n\n- a\n- b\n\n| a | b |\n| - | - |\n| c | d |\n\n'.repeat(40),
    );
    expect(
      check(
        doc,
        change(doc, (_fragment, copy) => mergeContent(copy, chapter)),
      ),
    ).toBe('ok');
    expect(check(new Y.Doc(), Y.encodeStateAsUpdate(toYDoc(chapter)))).toBe('ok');
  });

  test('accepts deletions, marks and attributes', () => {
    const doc = toYDoc(parseMarkdown('One\n\nTwo\n\nThree'));
    const deletion = change(doc, (fragment) => fragment.delete(0, 2));
    expect(check(doc, deletion)).toBe('ok');
    const mark = change(doc, (fragment) => {
      const [block] = fragment.toArray() as [Y.XmlElement];
      (block.get(0) as Y.XmlText).format(0, 2, { bold: {} });
      block.setAttribute('colwidth', [1, 2] as unknown as string);
    });
    expect(check(doc, mark)).toBe('ok');
  });

  test('accepts an update while earlier ones of the same client are in flight', () => {
    const [first, second] = typeLog(2);
    if (first === undefined || second === undefined) throw new Error('no log');
    expect(check(new Y.Doc(), second)).toBe('ok');
    // A deletion of structs that have not arrived yet is accepted as well.
    const doc = new Y.Doc();
    Y.applyUpdate(doc, first);
    expect(
      check(
        new Y.Doc(),
        change(doc, (fragment) => fragment.delete(0, 1)),
      ),
    ).toBe('ok');
  });
});

describe('malformed updates', () => {
  test.each([
    [
      'bytes in an attribute',
      (block: Y.XmlElement) => block.setAttribute('a', new Uint8Array(8) as unknown as string),
    ],
    [
      'a map in an attribute',
      (block: Y.XmlElement) => block.setAttribute('a', new Y.Map() as unknown as string),
    ],
    [
      'a map among the blocks',
      (block: Y.XmlElement) => (block.parent as Y.XmlFragment).push([new Y.Map() as unknown as Y.XmlElement]),
    ],
    [
      'a deeply nested value',
      (block: Y.XmlElement) => {
        let value: unknown = 1;
        for (let at = 0; at < 3_000; at += 1) value = { value };
        block.setAttribute('a', value as string);
      },
    ],
    [
      'a document in an attribute',
      (block: Y.XmlElement) => block.setAttribute('a', new Y.Doc() as unknown as string),
    ],
  ])('rejects as undecodable: %s', (_what, work) => {
    const doc = toYDoc(parseMarkdown('One'));
    expect(
      check(
        doc,
        change(doc, (fragment) => work(fragment.get(0) as Y.XmlElement)),
      ),
    ).toBe('unreadable');
  });

  test('rejects excessive nesting within one update or across several', () => {
    const nest = (fragment: Y.XmlFragment | Y.XmlElement, levels: number): void => {
      let inner: Y.XmlElement | Y.XmlFragment = fragment;
      for (let at = 0; at < levels; at += 1) {
        const element = new Y.XmlElement('blockquote');
        inner.insert(0, [element]);
        inner = element;
      }
    };
    const deepest = (fragment: Y.XmlFragment): Y.XmlFragment | Y.XmlElement => {
      let inner: Y.XmlFragment | Y.XmlElement = fragment;
      while (inner.length > 0) inner = inner.get(0) as Y.XmlElement;
      return inner;
    };
    const doc = new Y.Doc();
    expect(
      check(
        doc,
        change(doc, (fragment) => nest(fragment, 5_000)),
      ),
    ).toBe('refused');
    for (let at = 0; at < 2; at += 1) {
      const update = change(doc, (fragment) => nest(deepest(fragment), 45));
      expect(check(doc, update)).toBe('ok');
      Y.applyUpdate(doc, update);
    }
    expect(
      check(
        doc,
        change(doc, (fragment) => nest(deepest(fragment), 45)),
      ),
    ).toBe('refused');
  });

  test('rejects updates that depend on many missing structs', () => {
    const doc = toYDoc(parseMarkdown('One'));
    // Build updates that follow structs of many clients which the document does not have.
    const other = new Y.Doc();
    const updates: Uint8Array[] = [];
    for (let client = 1; client <= 40; client += 1) {
      Y.applyUpdate(
        other,
        change(other, (fragment) => fragment.push([new Y.XmlElement('paragraph')]), client),
      );
      updates.push(
        change(other, (fragment) => fragment.push([new Y.XmlElement('paragraph')]), 1_000 + client),
      );
    }
    expect(check(doc, updates[0] ?? new Uint8Array())).toBe('ok');
    expect(check(doc, Y.mergeUpdates(updates))).toBe('gap');
    // Reject large updates with missing structs, and any update with missing structs when many are already pending.
    const large = change(other, (fragment) => fragment.push([new Y.XmlText('a'.repeat(100_000))]));
    expect(check(doc, large)).toBe('gap');
    for (let at = 0; at < 6; at += 1) {
      Y.applyUpdate(
        doc,
        change(other, (fragment) => fragment.push([new Y.XmlText('a'.repeat(60_000))])),
      );
    }
    expect(check(doc, updates[0] ?? new Uint8Array())).toBe('gap');
    // Reject updates with many deletions of absent structs.
    for (let at = 0; at < 600; at += 1) {
      const text = change(other, (fragment) => fragment.insert(0, [new Y.XmlElement('paragraph')]));
      Y.applyUpdate(other, text);
    }
    const deletion = change(other, (fragment) => fragment.delete(0, 500));
    expect(check(doc, deletion)).toBe('gap');
  });

  test('requires a trial for large, scattered or multi-client updates', () => {
    const doc = toYDoc(parseMarkdown('One'));
    expect(check(doc, crowd(doc, 2, 40))).toBe('ok');
    expect(check(doc, crowd(doc, 2, 1_000))).toBe('try');
    const [one, other] = [2, 3].map((client) =>
      change(doc, (fragment) => fragment.insert(0, [new Y.XmlElement('paragraph')]), client),
    );
    expect(check(doc, Y.mergeUpdates([one ?? new Uint8Array(), other ?? new Uint8Array()]))).toBe('try');
    const large = change(doc, (fragment) => fragment.insert(0, [new Y.XmlText('a'.repeat(300_000))]));
    expect(check(doc, large)).toBe('try');
  });
});

describe('structs under another client id', () => {
  const mine = 7;
  /** Encodes an update with a GC struct of length one million for this client. */
  const forgeGc = (client: number, clock: number): Uint8Array =>
    Uint8Array.of(1, 1, client, clock, 0, 0xc0, 0x84, 0x3d, 0);

  test('rejects structs whose client id belongs to another user', () => {
    const doc = new Y.Doc();
    const first = change(doc, (fragment) => fragment.push([new Y.XmlElement('paragraph')]), mine);
    Y.applyUpdate(doc, first);
    const next = change(doc, (fragment) => fragment.push([new Y.XmlElement('heading')]), mine);
    const isForeign = (client: number): boolean => client === mine;
    const checkAs = (update: Uint8Array, isOther: boolean): UpdateVerdict | null => {
      const read = readUpdate(update);
      return read === null ? null : checkUpdate(doc, read, isOther ? isForeign : undefined);
    };
    for (const update of [forgeGc(mine, 1), next]) {
      expect(checkAs(update, true)).toBe('refused');
      expect(checkAs(update, false)).toBe('ok');
    }
    // Any user may relay structs that the document already has, integrated or pending.
    expect(checkAs(first, true)).toBe('ok');
    const other = new Y.Doc();
    for (const update of [first, next]) Y.applyUpdate(other, update);
    const late = change(other, (fragment) => fragment.push([new Y.XmlElement('rule')]), mine);
    Y.applyUpdate(doc, late);
    expect(doc.store.pendingStructs).not.toBeNull();
    expect(checkAs(late, true)).toBe('ok');
  });

  test('rejects updates that conflict with stored content at the same clocks', () => {
    const doc = new Y.Doc();
    const type = (text: string): Uint8Array =>
      change(new Y.Doc(), (fragment) => fragment.push([new Y.XmlText(text)]), mine);
    Y.applyUpdate(doc, type('theirs'));
    expect(check(doc, type('mine!!'))).toBe('refused');
    expect(isKnown(doc, type('mine!!'))).toBe(false);
    expect(check(doc, type('their'))).toBe('ok');
    expect(isKnown(doc, type('theirs'))).toBe(true);
    // Deleted content matches any content because the client receives the deletion.
    doc.getXmlFragment('default').delete(0, 1);
    expect(check(doc, type('theirs'))).toBe('ok');
  });
});
