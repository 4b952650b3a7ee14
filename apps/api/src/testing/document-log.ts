import * as Y from 'yjs';

const WORD = 6;
const PARAGRAPH = 300;

/** Returns the updates of a user typing letter by letter, with an occasional new paragraph. */
export function typeLog(updates: number): Uint8Array[] {
  const doc = new Y.Doc();
  const log: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => log.push(update));
  let textNode = new Y.XmlText();
  while (log.length < updates) {
    if (log.length % PARAGRAPH === 0) {
      textNode = new Y.XmlText();
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [textNode]);
      doc.getXmlFragment('default').push([paragraph]);
    } else textNode.insert(textNode.length, log.length % WORD === 0 ? ' ' : 'e');
  }
  return log;
}
