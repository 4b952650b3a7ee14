import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { readDirection } from '@hearth/contracts/core/locales';
import { DirectionContext, localStorageColorSchemeManager, MantineProvider, noop } from '@mantine/core';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { spoken } from '#platform/client-state/announce.ts';
import { loading } from '#platform/client-state/loading.ts';
import { toasts, hideToast, holdToast, startHiding } from '#platform/client-state/toasts.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { UsageNotice } from '#shell/usage/usage-choice.tsx';
import { LoadingBar, LoadingDots } from '#ui/feedback/loading.tsx';
import { theme } from '#ui/theme/theme.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { SignOutQuestion } from '#shell/notes/sign-out-question.tsx';
import { NewVersionNote } from '#shell/notes/new-version-note.tsx';
import { router } from './router.tsx';

const colorSchemes = localStorageColorSchemeManager({ key: 'hearth:color-scheme' });
const readStyleNonce = () => readPageSetting('style-nonce');

/** The direction follows the language alone, so these setters are no-ops. */
const STILL = { setDirection: noop, toggleDirection: noop };

/** Provides the text direction to the UI library. The library positions menus and tooltips by it. */
function Direction({ children }: { children: ReactNode }) {
  const dir = readDirection(useLingui().i18n.locale);
  return <DirectionContext value={{ dir, ...STILL }}>{children}</DirectionContext>;
}

function Screen() {
  const isReady = useSelected(auth, (state) => state.isReady);
  return isReady ? <RouterProvider router={router} /> : <LoadingDots />;
}

function Waiting() {
  const isLoading = useSelected(loading, (state) => state.isLoading);
  const isNavigating = useRouterState({ router, select: (state) => state.status === 'pending' });
  return <LoadingBar isLoading={isLoading || isNavigating} />;
}

function Spoken() {
  const message = useSelected(spoken, (state) => state.message);
  return (
    <div className="hidden-text" role="status" aria-live="polite">
      {message}
    </div>
  );
}

function Toast() {
  const { message, showToast, isSuccess, actions } = useSelected(toasts, (state) => state.toast);
  return (
    <ToastHost
      message={message}
      isShown={showToast}
      isSuccess={isSuccess}
      actions={actions}
      onClose={hideToast}
      onPause={(isPaused) => (isPaused ? holdToast() : startHiding())}
    />
  );
}

/**
 * The root component: the current screen, once the session is known, and overlays above all screens. It must not subscribe to changing
 * state: re-rendering the providers re-renders every library component.
 */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <Direction>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemes}
          getStyleNonce={readStyleNonce}
        >
          <Screen />
          <UsageNotice />
          <SignOutQuestion />
          <Waiting />
          <Spoken />
          <NewVersionNote />
          <Toast />
        </MantineProvider>
      </Direction>
    </I18nProvider>
  );
}
