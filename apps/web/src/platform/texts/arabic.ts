import '#ui/theme/rtl.css';

export { messages } from '#locales/ar.po';
