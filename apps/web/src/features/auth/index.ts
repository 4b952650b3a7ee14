export { SignInPanel } from './sign-in-panel.tsx';
export { PopupEnd } from './popup-end.tsx';
