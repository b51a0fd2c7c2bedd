import { useMedia } from '../../../pwa/ui/use-media.ts';

/** True if the screen is wide enough for columns: from tablet width on, as in the styles. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 40rem)');
}
