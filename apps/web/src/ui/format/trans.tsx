import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * What the `<Trans>` of the macros runs as: see lingui.config.ts. Lingui puts values into a sentence and only then reads
 * its tags, so a person called `<0>Ada</0>` would take part in the sentence's markup, or lose their name. As nodes, texts
 * with a `<` stay texts.
 */
export function Trans({ values, ...rest }: TransProps) {
  return <LinguiTrans {...rest} values={values === undefined ? undefined : keepTexts(values)} />;
}

function keepTexts(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  );
}
