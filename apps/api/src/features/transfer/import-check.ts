import { AppError } from '#platform/errors.ts';
import { explainIssue } from '#platform/explain-issue.ts';
import { Consistency, type Fault } from './consistency.ts';
import type { TeamFile } from './import-zip.ts';
import { IMPORTED_PARTS, partFile, type ImportedPart, type RowOf } from './part-rows.ts';

/** Contents of the file as determined by the check, before anything is written. */
export type CheckedFile = Pick<
  Consistency,
  'people' | 'lastSeq' | 'rows' | 'live' | 'deleted' | 'highestTaskNumber' | 'attachmentIds'
> & { team: RowOf<'team'> };

const PUBLISH_EVERY_ROWS = 500;

/** Builds the error for an invalid row, with a message for the importing user. */
export function refuseRow(part: ImportedPart, line: number, what: string, cause?: unknown): AppError {
  const path = `${partFile(part)}:${line}`;
  return new AppError(
    'INVALID_REQUEST',
    `The file isn’t consistent: ${path} ${what}. Nothing was imported.`,
    {
      errors: [{ path, message: what }],
      cause,
    },
  );
}

/** Yields the rows of a part after validating each against its schema. */
export async function* readPart<P extends ImportedPart>(file: TeamFile, part: P): AsyncGenerator<RowOf<P>> {
  const { row, most, isLater = false } = IMPORTED_PARTS[part];
  let line = 0;
  if (isLater && !file.has(partFile(part))) return;
  for await (const text of file.lines(partFile(part))) {
    line += 1;
    if (line > most) throw refuseRow(part, line, `exceeds the limit of ${most} rows`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw refuseRow(part, line, 'isn’t JSON', error);
    }
    const parsed = row.safeParse(value, { error: explainIssue });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw refuseRow(part, line, `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'isn’t valid'}`.trim());
    }
    yield parsed.data as RowOf<P>;
  }
}

/** Reads and checks the whole file. @throws AppError INVALID_REQUEST naming the first invalid line */
export async function checkFile(
  file: TeamFile,
  /** Called with the number of checked rows, every few hundred rows. */
  onRows: (count: number) => void = () => {},
): Promise<CheckedFile> {
  const checked = new Consistency();
  const assertNone = (part: ImportedPart, fault: Fault | null): void => {
    if (fault !== null) throw refuseRow(part, fault.line ?? checked.rows[part], fault.what);
  };
  let count = 0;
  for (const part of Object.keys(IMPORTED_PARTS) as ImportedPart[]) {
    for await (const row of readPart(file, part)) {
      assertNone(part, checked.add(part, row));
      count += 1;
      if (count % PUBLISH_EVERY_ROWS === 0) onRows(count);
    }
    assertNone(part === 'people' ? 'team' : part, checked.end(part));
  }
  // Without the sets of ids, which would otherwise stay in memory during the import.
  const { team, people, lastSeq, rows, live, deleted, highestTaskNumber, attachmentIds } = checked;
  if (team === undefined) throw new Error('The check let a file without a team pass');
  return { team, people, lastSeq, rows, live, deleted, highestTaskNumber, attachmentIds };
}
