import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

watchHeader();
// Also fires when the page is restored from the back/forward cache.
addEventListener('pageshow', reportPage);
