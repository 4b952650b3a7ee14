export { PublicLinkList } from './public-link-list.tsx';
export { PublicLinkPart } from './public-link-part.tsx';
