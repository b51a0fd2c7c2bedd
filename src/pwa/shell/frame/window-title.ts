import { useEffect } from 'react';

/** Names what is on the screen in the window's title, which a screen reader says first. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tillside`;
    return () => {
      document.title = 'Tillside';
    };
  }, [title]);
}
