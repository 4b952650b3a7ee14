import { replaceMentions } from '@hearth/contracts/rich-text/comment-values';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { useLingui } from '@lingui/react/macro';
import { useMemo, type ReactNode } from 'react';
import { RichView } from '#ui/rich/rich-view.tsx';
import type { Person } from '#ui/format/person.ts';

interface FormattedTextProps {
  text: string;
  nameOf: (id: string) => Person;
  writeText: (text: string) => ReactNode;
}

/** Code spans and blocks. Mentions in them are replaced by plain names. */
const CODE = /(`+)[^`][\s\S]*?\1/g;

/** Renders Markdown with line ends as line breaks. In a separate chunk because few comments need the parser. */
export function FormattedText({ text: body, nameOf, writeText }: FormattedTextProps) {
  const { t } = useLingui();
  const source = body.replaceAll(CODE, (code) => replaceMentions(code, (id) => `@${nameOf(id).name}`));
  const doc = useMemo(() => parseMarkdown(source, 'description', 'break'), [source]);
  const names = {
    person: (id: string) => ({ name: nameOf(id).name, isSelf: false }),
    task: () => null,
    stepLabel: (text: string) => (text === '' ? t`Done` : t`Done: ${text}`),
  };
  return <RichView doc={doc} names={names} writeText={writeText} />;
}
