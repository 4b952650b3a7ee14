import { replaceMentions } from '@hearth/contracts/rich-text/comment-values';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { useLingui } from '@lingui/react/macro';
import { useMemo, type ReactNode } from 'react';
import { RichView } from '#ui/rich/rich-view.tsx';
import type { Person } from '#ui/format/person.ts';

interface FormattedWordsProps {
  text: string;
  nameOf: (id: string) => Person;
  writeText: (text: string) => ReactNode;
}

/** Code, as it is typed: in it a mention is no person, but their name. */
const CODE = /(`+)[^`][\s\S]*?\1/g;

/** What somebody wrote in Markdown, formatted; each line stays one. A chunk of its own, because few comments need it. */
export function FormattedWords({ text: body, nameOf, writeText }: FormattedWordsProps) {
  const { t } = useLingui();
  const doc = useMemo(() => {
    const named = body.replaceAll(CODE, (code) => replaceMentions(code, (id) => `@${nameOf(id).name}`));
    return parseMarkdown(named, 'description', 'break');
  }, [body, nameOf]);
  const names = {
    person: (id: string) => ({ name: nameOf(id).name, isSelf: false }),
    task: () => null,
    stepLabel: (text: string) => (text === '' ? t`Done` : t`Done: ${text}`),
  };
  return <RichView doc={doc} names={names} writeText={writeText} />;
}
