import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi', 'es', 'fr', 'ar'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', '**/*.preview.*'],
    },
  ],
  // Renders values as text, even if they contain markup.
  runtimeConfigModule: { Trans: ['#ui/format/trans.tsx', 'Trans'] },
  // Without line numbers, a catalog changes only when its messages do.
  format: formatter({ lineNumbers: false }),
});
