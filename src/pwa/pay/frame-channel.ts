import { type FrameHeard, type FrameTold, readFrameMessage } from '../../contract/register-frame.ts';

/** What the frame says beside how it ended. */
type Said = FrameTold | { readonly step: 'DATA' } | { readonly step: 'SETUP'; readonly setup: { readonly enable_close: boolean } };

/** The register's page that this page is a frame of. */
export interface FrameChannel {
  readonly say: (message: Said) => void;
  /** Hears what that page says, and nobody else. @returns stops hearing */
  readonly hear: (hearer: (heard: FrameHeard) => void) => () => void;
}

/** Speaks to the page with this origin that holds this one, and to no other; null where no page holds it. */
export function openFrameChannel(origin: string): FrameChannel | null {
  const page = window.parent;
  if (page === window) return null;
  return {
    say: (message) => page.postMessage(JSON.stringify(message), origin),
    hear(hearer) {
      const onMessage = (event: MessageEvent<unknown>) => {
        if (event.origin !== origin || event.source !== page) return;
        const heard = readFrameMessage(event.data);
        if (heard !== null) hearer(heard);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}
