import { beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { readDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import { settleSearch } from '#features/search/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openDocument } from '#testing/document-client.ts';
import { makeDocument, readDocuments } from '#testing/documents.ts';
import { inTurns } from '#testing/in-turns.ts';
import { makeProTeam } from '#testing/make.ts';
import { pickFor, type Shares } from '#testing/sample.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import { listLines, listTexts, PAYLOADS } from './corpus.ts';

// Tests the whole round trip of hostile strings through the API and the socket. The handling of each string by content.ts is tested in
// features/documents/content/hostile-content.test.ts.

const AT_ONCE = 8;
/** Sampling rate of payloads: one in n. */
const ONE_IN: Shares = [4, 12];
const SCRIPT = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;
/** Matches unescaped raw HTML other than the product's own, which is limited to line breaks, underlining and toggles. */
const RAW = /(?<!\\)<(?!br>|\/?u>|\/?details>|\/?summary>|https?:|mailto:|[\w.+-]+@)[a-z!/?][^>]*>/i;

describeOneEngine('hostile content in documents', (engine) => {
  const api = useApp(engine);
  const [owner] = usePeople(api, 'owner');
  let teamId: string;
  let path: string;

  beforeAll(async () => {
    teamId = await makeProTeam(owner);
    path = `/teams/${teamId}/documents`;
  });

  function listAddresses({ attrs, marks, content }: RichNode): string[] {
    const attributeSets = [attrs, ...(marks ?? []).map((mark) => mark.attrs)];
    const own = attributeSets.flatMap((one) => ['href', 'src', 'url'].map((name) => one?.[name]));
    const texts = own.filter((one): one is string => typeof one === 'string');
    return [...texts, ...(content ?? []).flatMap(listAddresses)];
  }

  /** Checks the document as returned by the API, as JSON and as Markdown. */
  async function expectHarmless(id: string, name: string): Promise<OpenDocument> {
    const { document } = (await owner.get<{ document: OpenDocument }>(`${path}/${id}`)).body;
    expect(readDocument(document.content), name).toEqual({ doc: document.content });
    const { body, headers } = await owner.get<string>(`${path}/${id}/markdown`);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const markdown = body ?? '';
    const live = markdown.replaceAll(/^[ >]*(`{3,})[\s\S]*?^[ >]*\1$|(`+)[^`]*\2/gm, '');
    const targets = Array.from(
      live.matchAll(/(?<!\\)\]\(<?([^)>\s]*)|(?<!\\)<([a-z][a-z0-9+.-]*:[^>\s]*)>/gi),
      ([, one, other]) => one ?? other ?? '',
    );
    const addresses = [...document.content.content.flatMap(listAddresses), ...targets];
    expect(
      addresses.filter((one) => SCRIPT.test(one)),
      name,
    ).toEqual([]);
    expect(RAW.exec(live), `${name}: ${markdown}`).toBeNull();
    return document;
  }

  it('stores titles verbatim and returns them verbatim in the tree and in search', async () => {
    const lines = pickFor(engine, listLines(200), ONE_IN, 'titles of documents').map(({ text }) => text);
    await inTurns(lines, AT_ONCE, async (title) => {
      const created = await makeDocument(owner, teamId, { title });
      expect(created.title).toBe(title);
    });
    expect(new Set((await readDocuments(owner, teamId)).map(({ title }) => title))).toEqual(new Set(lines));
    await settleSearch(api.app);
    const word = 'script';
    const { body } = await owner.get<{ results: { title: string }[] }>(
      `/teams/${teamId}/search?q=${word}&limit=200`,
    );
    const found = JSON.stringify(body);
    const wanted = lines.filter((title) => new RegExp(`(?<![\\p{L}\\p{N}_])${word}`, 'iu').test(title));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.some((title) => found.includes(JSON.stringify(title)))).toBe(true);
    // Search marks matches by numeric positions, not by markup.
    expect(found).not.toContain('<mark');
  });

  it('sanitizes hostile Markdown in new and existing documents', async () => {
    const texts = pickFor(engine, listTexts(), ONE_IN, 'Markdown of documents');
    await inTurns(texts, AT_ONCE, async ({ name, text }) => {
      const markdown = [text, `[a](${text})`, `![a](<${text}>)`, `> [!NOTE]\n> ${text}`].join('\n\n');
      const { id } = await makeDocument(owner, teamId, { markdown });
      await expectHarmless(id, name);
      const changed = await owner.patch(`${path}/${id}`, { markdown: `[b](${text})\n\n${text}` });
      expect(changed.status, name).toBe(200);
      await expectHarmless(id, `${name}, changed`);
    });
  });

  it('sanitizes hostile updates of a co-editor', async () => {
    const { id } = await makeDocument(owner, teamId);
    const tab = await openDocument(owner, `${teamId}/${id}`);
    for (const { text } of PAYLOADS) writeHostile(tab.doc, text);
    await tab.acknowledged();
    const { content } = await expectHarmless(id, 'updates');
    // Some links must have been kept, or the checks would prove nothing.
    expect(content.content.flatMap(listAddresses).length).toBeGreaterThan(10);
    // Check a copy as well: the server serializes its content again.
    const copied = await owner.post<{ document: { id: string } }>(`${path}/${id}/copy`, {});
    expect(copied.status).toBe(201);
    await expectHarmless(copied.body.document.id, 'a copy of updates');
    tab.close();
  });
});

/** Writes nodes, marks and attributes that the product's editor never produces. */
function writeHostile(doc: Y.Doc, text: string): void {
  const [line, linked, image, odd, unknown] = [
    'paragraph',
    'paragraph',
    'image',
    'script',
    'unknownBlock',
  ].map((name) => new Y.XmlElement(name)) as [
    Y.XmlElement,
    Y.XmlElement,
    Y.XmlElement,
    Y.XmlElement,
    Y.XmlElement,
  ];
  const [textNode, address] = [new Y.XmlText(), new Y.XmlText()];
  line.insert(0, [textNode]);
  linked.insert(0, [address]);
  textNode.insert(0, text === '' ? 'a' : text, { link: { href: text }, onclick: { value: text } });
  address.insert(0, 'a', { link: { href: text } });
  for (const name of ['alt', 'src', 'attachmentId', 'onerror']) image.setAttribute(name, text);
  odd.setAttribute('src', text);
  odd.insert(0, [new Y.XmlText(text)]);
  unknown.setAttribute(
    'json',
    JSON.stringify({
      type: 'paragraph',
      content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: text } }] }],
    }),
  );
  doc.getXmlFragment('default').push([line, linked, image, odd, unknown]);
}
