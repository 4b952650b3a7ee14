import '#ui/rtl.css';

export { messages } from '#locales/ar.po';
