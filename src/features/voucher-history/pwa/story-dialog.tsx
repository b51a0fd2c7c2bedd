import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { StoryView } from './story-view.tsx';
import type { About } from './use-story.ts';

/** The history of one voucher over any page; a scan closes it. */
export function StoryDialog({ about, onClose }: { readonly about: About; readonly onClose: () => void }) {
  const story = usePageWords('voucher-history');
  return (
    <Dialog title={story.title} onClose={onClose} onScan="closes">
      <StoryView about={about} />
    </Dialog>
  );
}
