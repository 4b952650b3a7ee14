import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * The runtime of the macros' `<Trans>` (see lingui.config.ts). Lingui interpolates values before it parses tags. A user named `<0>Ada</0>`
 * would become markup. Values with a `<` are therefore passed as React nodes, which stay text.
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
