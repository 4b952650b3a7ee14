import type { TransferCounts } from '@hearth/contracts/transfer/transfer';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { formatList } from '#ui/format/formats.ts';

/** Formats '3 projects, 120 tasks, 9 documents and 45 comments' in the current language. */
export function useTransferSummary({
  projects = 0,
  tasks = 0,
  documents = 0,
  comments = 0,
}: Partial<TransferCounts>): string {
  // A memoized string would keep the previous language.
  'use no memo';
  useLingui();
  return formatList([
    plural(projects, { one: '# project', other: '# projects' }),
    plural(tasks, { one: '# task', other: '# tasks' }),
    plural(documents, { one: '# document', other: '# documents' }),
    plural(comments, { one: '# comment', other: '# comments' }),
  ]);
}
