import type { Citation } from '@hearth/contracts/assistant/assistant';
import type { ReactNode } from 'react';
import { ResultLink, type TaskNavigation } from '#features/search/index.ts';

interface CitationLinkProps {
  citation: Citation;
  navigation: TaskNavigation;
  className: string | undefined;
  children: ReactNode;
}

/** Link to the source of an answer. Shows its title and the quoted text on hover. */
export function CitationLink({ citation, navigation, className, children }: CitationLinkProps) {
  const { title, quote } = citation;
  const look = { className, title: quote === undefined ? title : `${title}\n“${quote}”` };
  return (
    <ResultLink target={citation} navigation={navigation} look={look}>
      {children}
    </ResultLink>
  );
}
