import { useEffect } from 'react';

/** Sets the document's title, followed by the product's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Hearth' ? title : `${title} · Hearth`;
  }, [title]);
}
