import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { DocumentClient } from '#testing/document-client.ts';
import type { Client } from '#testing/make.ts';

/** First of a range of unused characters. Each is typed only once, to make it identifiable. */
const FIRST_CHARACTER = 0x2_0000;
const MAX_IN_A_TAB = 40;
const MAX_PAUSE_MS = 8;
/** Time limit for saving the text of a tab, long enough to cover several kills. */
const SAVED_MS = 120_000;

/** All characters typed into one document, and those that the server has acknowledged. */
export interface TypedText {
  /** Document name in the format `<teamId>/<documentId>`. */
  name: string;
  typed: Set<string>;
  acknowledged: Set<string>;
}

interface DocumentWriterSettings {
  client: Client;
  /** Returns the document that is currently being edited. */
  text: () => TypedText;
  random: () => number;
  shouldStop: () => boolean;
}

/**
 * Repeatedly opens a tab, types into the shared lines, and closes the tab, sometimes before everything is saved.
 * @returns the last tab, which is still open
 */
export async function runDocumentWriter(settings: DocumentWriterSettings): Promise<DocumentClient> {
  for (;;) {
    const text = settings.text();
    const tab = new DocumentClient(settings.client, text.name);
    await waitUntil(() => tab.provider.synced);
    await typeInto(tab, text, settings);
    if (settings.shouldStop()) return tab;
    if (settings.random() < 0.7) await waitUntil(() => tab.isAcknowledged);
    tab.close();
  }
}

async function typeInto(
  tab: DocumentClient,
  text: TypedText,
  { random, shouldStop }: DocumentWriterSettings,
): Promise<void> {
  let own: string[] = [];
  const note = ({ number }: { number: number }): void => {
    if (number > 0 || !tab.provider.synced) return;
    for (const character of own) text.acknowledged.add(character);
    own = [];
  };
  tab.provider.on('unsyncedChanges', note);
  const many = 1 + Math.floor(random() * MAX_IN_A_TAB);
  for (let count = 0; count < many && !shouldStop(); count += 1) {
    const character = String.fromCodePoint(FIRST_CHARACTER + text.typed.size);
    text.typed.add(character);
    own.push(character);
    insertSomewhere(tab.doc, character, random);
    await sleep(random() * MAX_PAUSE_MS);
  }
}

/** Inserts a character at a random position: usually into an existing line, sometimes as a new line. */
function insertSomewhere(doc: Y.Doc, character: string, random: () => number): void {
  const lines = doc.getXmlFragment('default');
  const line = lines.length === 0 ? null : lines.get(Math.floor(random() * lines.length));
  const textNode = line instanceof Y.XmlElement ? line.get(0) : null;
  if (textNode instanceof Y.XmlText && random() < 0.95) {
    // An even offset because each character has two UTF-16 code units.
    textNode.insert(2 * Math.floor((random() * (textNode.length + 1)) / 2), character);
    return;
  }
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText(character)]);
  lines.insert(Math.floor(random() * (lines.length + 1)), [paragraph]);
}

export async function waitUntil(isTrue: () => boolean): Promise<void> {
  const until = performance.now() + SAVED_MS;
  while (!isTrue()) {
    if (performance.now() > until) throw new Error('A tab got no response for two minutes');
    await sleep(2);
  }
}
