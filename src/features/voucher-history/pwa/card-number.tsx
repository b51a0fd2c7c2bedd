import { StoryView } from './story-view.tsx';

/** For stock staff: time and person of a card's activation, by its printed number. */
export function CardNumber({ sequence }: { readonly sequence: string }) {
  return <StoryView about={{ sequence }} />;
}
