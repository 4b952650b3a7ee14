import type { Citation } from '@hearth/contracts/assistant/assistant';
import type { ReactNode } from 'react';
import { ThingLink, type TaskWays } from '#features/search/index.ts';

interface CitationLinkProps {
  citation: Citation;
  ways: TaskWays;
  className: string | undefined;
  children: ReactNode;
}

/** Link to the source of an answer; shows the quoted text on hover. */
export function CitationLink({ citation, ways, className, children }: CitationLinkProps) {
  const { title, quote } = citation;
  const look = { className, title: quote === undefined ? title : `${title}\n“${quote}”` };
  return (
    <ThingLink thing={citation} ways={ways} look={look}>
      {children}
    </ThingLink>
  );
}
