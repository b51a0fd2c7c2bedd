import { useEffect } from 'react';

const APP = 'Tillside';

/** Sets the window's title, which a screen reader reads first. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title === APP ? APP : `${title} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [title]);
}
