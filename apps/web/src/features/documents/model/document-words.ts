import { useLingui } from '@lingui/react/macro';

/** What a document is called where it has no title yet. */
export function useTitleOf(): (row: { title: string }) => string {
  const { t } = useLingui();
  return ({ title }) => (title === '' ? t`Untitled` : title);
}
