// Must be first: the order of imports determines the order of cascade layers in the built style sheet.
import './ui/theme/theme.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/theme/inter.css';
import { prefetchViews } from '#features/views/index.ts';
import { registerServiceWorker } from './platform/release/register-service-worker.ts';
import { recallTimeZone } from './platform/session/account.ts';
import { readPageSetting } from './platform/page/page-settings.ts';
import { forgetDraftsOfOthers, reloadOnMissingFiles } from './platform/release/reload.ts';
import { auth, session } from './platform/session/session.ts';
import { guardCompositions } from './platform/actions/composition-guard.ts';
import { guardDrops } from './platform/actions/drop-guard.ts';
import { startTexts } from './platform/texts/texts.ts';
import { installTrustedTypesPolicy } from './platform/page/trusted-types.ts';
import { App } from '#routes/app.tsx';
import { dropLostStyles } from './ui/lazy/load-chunk.ts';

installTrustedTypesPolicy();
dropLostStyles();
reloadOnMissingFiles();
forgetDraftsOfOthers(auth);
guardDrops();
guardCompositions();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
// The scroll lock of dialogs inserts its own style element. That element needs the nonce.
setNonce(readPageSetting('style-nonce'));
// The sign-in popup only passes the token on. Fetching the current user would merely delay it.
if (location.pathname === '/auth/popup') auth.set({ isReady: true });
else void session.start();
// A view other than the default needs more code. Prefetch it while the session is being verified.
if (location.pathname.startsWith('/dashboard') && location.search !== '') prefetchViews();
recallTimeZone();
void startTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
registerServiceWorker();
