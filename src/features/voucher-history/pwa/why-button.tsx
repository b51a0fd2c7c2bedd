import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { useWords } from '../../../pwa/words/words.tsx';
import type { About } from './use-story.ts';

const StoryDialog = lazy(() => import('./story-dialog.tsx').then(({ StoryDialog: part }) => ({ default: part })));

interface WhyButtonProps {
  readonly about: About;
  readonly look?: 'plain' | 'quiet';
  readonly className?: string;
}

export function WhyButton({ about, look = 'quiet', className = '' }: WhyButtonProps) {
  const { check } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} className={className} onClick={() => setOpen(true)}>
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
