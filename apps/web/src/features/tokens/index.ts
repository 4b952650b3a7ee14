export { TokenList } from './token-list.tsx';
