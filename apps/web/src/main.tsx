import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/inter.css';
import { keepOfflineCopy } from '#platform/offline-copy.ts';
import { session } from '#platform/session.ts';
import { installTrustedTypesPolicy } from '#platform/trusted-types.ts';
import { App } from '#routes/app.tsx';

installTrustedTypesPolicy();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
void session.start();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
keepOfflineCopy();
