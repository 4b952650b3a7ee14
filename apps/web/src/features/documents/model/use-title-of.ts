import { useLingui } from '@lingui/react/macro';

/** Returns a function that returns a document's title, or a fallback if it has none. */
export function useTitleOf(): (row: { title: string }) => string {
  const { t } = useLingui();
  return ({ title }) => (title === '' ? t`Untitled` : title);
}
