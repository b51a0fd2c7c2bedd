import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { HistoryQuery } from './use-story.ts';

const StoryDialog = lazy(() => import('./story-dialog.tsx').then(({ StoryDialog: part }) => ({ default: part })));

interface WhyButtonProps {
  readonly about: HistoryQuery;
  readonly look?: 'plain' | 'quiet';
  readonly className?: string;
}

export function WhyButton({ about, look = 'quiet', className = '' }: WhyButtonProps) {
  const { check } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={look} className={className} onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden strokeWidth={1.75} size={20} />
        {check.why}
      </Button>
      {isOpen && (
        <Suspense>
          <StoryDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
