import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * The runtime of the macros' `<Trans>`: see lingui.config.ts. Lingui interpolates values before it parses tags, so a person called
 * `<0>Ada</0>` would become part of the markup, or lose their name. Passed as nodes, texts with a `<` stay text.
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
