import { useMedia } from '../../../pwa/ui/use-media.ts';

/** Whether the screen is wide enough for columns: from a tablet on, as the styles have it. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 40rem)');
}
