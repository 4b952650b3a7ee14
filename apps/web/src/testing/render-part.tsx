import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { TeamStoreProvider, type TeamStore } from '#platform/sync/index.ts';
import { startTexts } from '#platform/texts/texts.ts';
import { completeWindow } from './page-window.ts';

completeWindow();

/** Renders a single component with this team's rows, without the surrounding app and its imports. */
export async function renderPart(store: TeamStore, part: ReactNode): Promise<UserEvent> {
  await startTexts();
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <TeamStoreProvider value={store}>{part}</TeamStoreProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}
