import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { FirstStates, lockTrees } from '#features/documents/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { readPart, refuseRow } from './import-check.ts';
import {
  checkKeysByIndex,
  dropLostCovers,
  findOvercrowded,
  findUnsoundDocument,
  ensureDocumentManagers,
  listUnwritten,
  passAllRightsOn,
  setDocumentParents,
  releaseGrants,
} from './import-documents.queries.ts';
import type { PeopleMap } from './import-people.ts';
import type { TeamFile } from './import-zip.ts';

const BATCH_ROWS = 500;

interface DocumentImport {
  file: TeamFile;
  people: PeopleMap;
  team: { from: string; to: string; lastSeq: number };
  /** Called with the number of documents written since the last call. Throws if the import was aborted. */
  onWritten: (rows: number) => void;
  /** Whether a database error was caused by the content of the file. */
  isOfFile: (error: unknown) => boolean;
}

/** Builds the document trees, grants and contents from the imported rows. */
export async function settleDocuments(command: Command, brought: DocumentImport): Promise<void> {
  const { tx, userId, now } = command;
  await lockTrees(tx, 'alone');
  await placeAll(command, brought);
  const wrong = await findUnsoundDocument(tx);
  if (wrong !== null) throw refuseRow('documents', 1, `has a document in an invalid location: ${wrong}`);
  await releaseGrants(tx);
  await ensureDocumentManagers(tx, userId, now);
  await passAllRightsOn(tx);
  const crowded = await findOvercrowded(tx);
  if (crowded !== null) throw refuseRow('documents', 1, `exceeds the limits of one document: ${crowded}`);
  await dropLostCovers(tx);
  await writeContents(command, brought);
}

async function placeAll({ tx }: Command, { file, isOfFile }: DocumentImport): Promise<void> {
  let line = 0;
  let parents: { id: string; parentId: string }[] = [];
  const flush = async (): Promise<void> => {
    await setDocumentParents(tx, parents).catch((error: unknown) => {
      throw isOfFile(error)
        ? refuseRow('documents', line, 'or a line before it has a parent that isn’t in the file', error)
        : error;
    });
    parents = [];
  };
  for await (const { id, parentId } of readPart(file, 'documents')) {
    line += 1;
    if (parentId !== null) parents.push({ id, parentId });
    if (parents.length >= BATCH_ROWS) await flush();
  }
  if (parents.length > 0) await flush();
}

async function writeContents({ tx, now }: Command, brought: DocumentImport): Promise<void> {
  const { file, people, team, onWritten, isOfFile } = brought;
  await checkKeysByIndex(tx);
  const states = new FirstStates(tx, now);
  let line = 0;
  const refuse = (error: unknown): never => {
    throw isOfFile(error)
      ? refuseRow(
          'documentContents',
          line,
          'or a line before it belongs to a document that isn’t in the file or already exists',
          error,
        )
      : error;
  };
  for await (const row of readPart(file, 'documentContents')) {
    line += 1;
    const { content } = people.rename('documentContents', row, team) as { content: RichText };
    await states.add(row.documentId, isUntouched(content) ? null : content).catch(refuse);
    onWritten(1);
  }
  await states.flush().catch(refuse);
  let unwritten: readonly string[];
  do {
    unwritten = await listUnwritten(tx, BATCH_ROWS);
    for (const id of unwritten) await states.add(id, null);
    await states.flush();
    onWritten(0);
  } while (unwritten.length === BATCH_ROWS);
}

/** Whether a document is empty: it has only the initial paragraph of an editor, which is not stored. */
function isUntouched({ content: [first, ...others] }: RichText): boolean {
  return (
    first?.type === 'paragraph' &&
    (first.attrs?.['id'] ?? null) === null &&
    others.length === 0 &&
    first.content === undefined
  );
}
