import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { readDirection } from '@hearth/contracts/locales';
import { DirectionContext, localStorageColorSchemeManager, MantineProvider, noop } from '@mantine/core';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { spoken } from '#platform/announce.ts';
import { core, hideToast } from '#platform/core.ts';
import { readPageSetting } from '#platform/page-settings.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { UsageNotice } from '#shell/usage-choice.tsx';
import { LoadingBar, LoadingDots } from '#ui/loading.tsx';
import { theme } from '#ui/theme.ts';
import { ToastHost } from '#ui/toast-host.tsx';
import { NewVersionNote } from '#shell/new-version-note.tsx';
import { router } from './router.tsx';

const colorSchemes = localStorageColorSchemeManager({ key: 'hearth:color-scheme' });
const readStyleNonce = () => readPageSetting('style-nonce');

/** Only the language turns the page. */
const STILL = { setDirection: noop, toggleDirection: noop };

/** The library places menus and hints by the side from which the language is read. */
function Direction({ children }: { children: ReactNode }) {
  const dir = readDirection(useLingui().i18n.locale);
  return <DirectionContext value={{ dir, ...STILL }}>{children}</DirectionContext>;
}

/** Everything on the page: the screen of the address, once it is known who is here, and what lies over all screens. */
export function App() {
  const isReady = useSelected(auth, (state) => state.isReady);
  const isLoading = useSelected(core, (state) => state.isLoading);
  const isNavigating = useRouterState({ router, select: (state) => state.status === 'pending' });
  const toast = useSelected(core, (state) => state.toast);
  const words = useSelected(spoken, (state) => state.message);
  return (
    <I18nProvider i18n={i18n}>
      <Direction>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemes}
          getStyleNonce={readStyleNonce}
        >
          {isReady ? <RouterProvider router={router} /> : <LoadingDots />}
          <UsageNotice />
          <LoadingBar isLoading={isLoading || isNavigating} />
          <div className="hidden-text" role="status" aria-live="polite">
            {words}
          </div>
          <NewVersionNote />
          <ToastHost
            message={toast.message}
            isShown={toast.showToast}
            isSuccess={toast.isSuccess}
            action={toast.action}
            onClose={hideToast}
          />
        </MantineProvider>
      </Direction>
    </I18nProvider>
  );
}
