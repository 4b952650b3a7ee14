import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/inter.css';
import { keepOfflineCopy } from './platform/offline-copy.ts';
import { installTrustedTypesPolicy } from './platform/trusted-types.ts';

installTrustedTypesPolicy();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <h1>Hearth</h1>
  </StrictMode>,
);
keepOfflineCopy();
