import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { readDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { PAYLOADS } from '#testing/hostile/corpus.ts';
import { readContent, toYDoc } from './content.ts';

const names = { person: () => 'Ada', document: () => 'Plan' };

/** A URL that would run as a script. */
const SCRIPT = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;

const RAW = /(?<!\\)<(?!br>|\/?u>|\/?details>|\/?summary>|https?:|mailto:|[\w.+-]+@)[a-z!/?][^>]*>/i;

describe('hostile document content', () => {
  function listAddresses(node: RichNode): string[] {
    const own = [node.attrs, ...(node.marks ?? []).map(({ attrs }) => attrs)].flatMap((attrs) =>
      ['href', 'src', 'url'].flatMap((name) => (typeof attrs?.[name] === 'string' ? [attrs[name]] : [])),
    );
    return [...own, ...(node.content ?? []).flatMap(listAddresses)];
  }
  /** Lists the targets of links and images in Markdown. */
  function listTargets(text: string): string[] {
    return Array.from(
      text.matchAll(/(?<!\\)\]\(<?([^)>\s]*)|(?<!\\)<([a-z][a-z0-9+.-]*:[^>\s]*)>/gi),
      ([, one, other]) => one ?? other ?? '',
    );
  }
  function checkOutputs(content: RichText, name: string): void {
    expect(readDocument(content), name).toEqual({ doc: content });
    const text = writeMarkdown(content, names);
    const live = text.replaceAll(/^[ >]*(`{3,})[\s\S]*?^[ >]*\1$|(`+)[^`]*\2/gm, '');
    const addresses = [...listAddresses(content), ...listTargets(live)];
    expect(
      addresses.filter((one) => SCRIPT.test(one)),
      name,
    ).toEqual([]);
    // No other raw HTML may appear: the writer itself emits only line breaks, underlining and toggles.
    expect(RAW.exec(live), `${name}: ${text}`).toBeNull();
  }

  it('reads hostile Markdown without script URLs or raw HTML', () => {
    for (const { name, text } of PAYLOADS) {
      for (const markdown of [
        text,
        `[a](${text})`,
        `![a](<${text}>)`,
        `[a]: ${text}\n\n[a] ![a]`,
        `<details><summary>${text}</summary>\n\n${text}`,
        `| a |\n| - |\n| ${text} |`,
        `> [!NOTE]\n> ${text}`,
      ]) {
        const parsed = parseMarkdown(markdown);
        checkOutputs(parsed, `${name} ${markdown}`);
        const doc = toYDoc(parsed);
        checkOutputs(readContent(doc), `${name} ${markdown}`);
      }
    }
  });

  it('reads hostile Yjs updates without script URLs or raw HTML', () => {
    for (const { name, text } of PAYLOADS) {
      const doc = new Y.Doc();
      const line = new Y.XmlElement('paragraph');
      const textNode = new Y.XmlText();
      line.insert(0, [textNode]);
      textNode.insert(0, text === '' ? 'a' : text, { link: { href: text }, onclick: { value: text } });
      const linked = new Y.XmlElement('paragraph');
      const address = new Y.XmlText();
      linked.insert(0, [address]);
      address.insert(0, 'a', { link: { href: text } });
      const image = new Y.XmlElement('image');
      for (const attr of ['alt', 'src', 'attachmentId', 'onerror']) image.setAttribute(attr, text);
      const odd = new Y.XmlElement('iframe');
      odd.setAttribute('src', text);
      const mention = new Y.XmlElement('mention');
      mention.setAttribute('id', text);
      linked.insert(1, [mention]);
      doc.getXmlFragment('default').insert(0, [line, linked, image, odd]);
      checkOutputs(readContent(doc), name);
    }
  });

  it('rejects hostile JSON or reads it without script URLs or raw HTML', () => {
    for (const { name, text } of PAYLOADS) {
      const link = {
        type: 'paragraph',
        content: [{ text: 'a', type: 'text', marks: [{ type: 'link', attrs: { href: text } }] }],
      };
      const read = readDocument({ type: 'doc', content: [link] });
      if ('doc' in read) checkOutputs(read.doc, name);
      const file = readDocument({
        type: 'doc',
        content: [
          { type: 'file', attrs: { name: text } },
          { type: 'image', attrs: { alt: text } },
        ],
      });
      if ('doc' in file) checkOutputs(file.doc, name);
    }
  });

  it('drops byte arrays, shared types and deeply nested values from attributes', () => {
    const doc = new Y.Doc();
    const paragraph = new Y.XmlElement('paragraph');
    doc.getXmlFragment('default').push([paragraph]);
    const deep = Array.from({ length: 3_000 }).reduce<unknown>((inner) => ({ inner }), 1);
    let map = new Y.Map();
    paragraph.setAttribute('map', map as unknown as string);
    for (let at = 0; at < 3_000; at += 1) {
      const inner = new Y.Map();
      map.set('inner', inner);
      map = inner;
    }
    paragraph.setAttribute('bytes', new Uint8Array(900_000) as unknown as string);
    paragraph.setAttribute('deep', deep as string);
    paragraph.setAttribute('id', 'aaaaaaaa');
    paragraph.insert(0, [new Y.XmlText('kept')]);
    const content = readContent(doc);
    expect(JSON.stringify(content).length).toBeLessThan(1_000);
    expect(JSON.stringify(content)).toContain('kept');
  });
});
