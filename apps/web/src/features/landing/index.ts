export { renderPages } from './render-page.tsx';
