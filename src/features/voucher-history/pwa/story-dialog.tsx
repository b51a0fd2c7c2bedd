import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { StoryView } from './story-view.tsx';
import type { HistoryQuery } from './use-story.ts';

/** The history of one voucher over any page; a scan closes it. */
export function StoryDialog({ about, onClose }: { readonly about: HistoryQuery; readonly onClose: () => void }) {
  const story = usePageMessages('voucher-history');
  return (
    <Dialog title={story.title} onClose={onClose} onScan="closes">
      <StoryView about={about} />
    </Dialog>
  );
}
