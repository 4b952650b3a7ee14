import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { spoken } from '#platform/announce.ts';
import { core, hideToast } from '#platform/core.ts';
import { readPageSetting } from '#platform/page-settings.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { LoadingBar, LoadingDots } from '#ui/loading.tsx';
import { theme } from '#ui/theme.ts';
import { ToastHost } from '#ui/toast-host.tsx';
import { router } from './router.tsx';

const colorSchemes = localStorageColorSchemeManager({ key: 'hearth:color-scheme' });
const readStyleNonce = () => readPageSetting('style-nonce');

/** Everything on the page: the screen of the address, once it is known who is here, and what lies over all screens. */
export function App() {
  const isReady = useSelected(auth, (state) => state.isReady);
  const isLoading = useSelected(core, (state) => state.isLoading);
  const toast = useSelected(core, (state) => state.toast);
  const words = useSelected(spoken, (state) => state.message);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={readStyleNonce}
    >
      {isReady ? <RouterProvider router={router} /> : <LoadingDots />}
      <LoadingBar isLoading={isLoading} />
      <div className="hidden-text" role="status" aria-live="polite">
        {words}
      </div>
      <ToastHost
        message={toast.message}
        isShown={toast.showToast}
        isSuccess={toast.isSuccess}
        action={toast.action}
        onClose={hideToast}
      />
    </MantineProvider>
  );
}
