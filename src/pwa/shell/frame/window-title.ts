import { useEffect } from 'react';

const APP = 'Tillside';

/** Names what is on the screen in the window's title, which a screen reader says first. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title === APP ? APP : `${title} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [title]);
}
