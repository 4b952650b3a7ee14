import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

function show(name: string): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Trans>
        Invited by <b>{name}</b>, {name}
      </Trans>
    </I18nProvider>,
  );
}

describe('Trans with a value', () => {
  it.each([
    ['Ada', 'Ada'],
    ['<script>trip()</script>', '&lt;script&gt;trip()&lt;/script&gt;'],
    ['<0>Ada</0>', '&lt;0&gt;Ada&lt;/0&gt;'],
    ['<1/>', '&lt;1/&gt;'],
    ['</b><0/>', '&lt;/b&gt;&lt;0/&gt;'],
    ['{name}', '{name}'],
  ])('shows %s verbatim', (name, shown) => {
    expect(show(name)).toBe(`Invited by <b>${shown}</b>, ${shown}`);
  });
});
