import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/** Another page of this device has the sale open: two pages would both collect for it. */
export function OpenElsewhere() {
  const { elsewhere: words } = useWords();
  const { takeOver } = useTillStore();
  return (
    <FullScreen tone={null} title={words.title} icon={false}>
      <p className="max-w-prose text-section">{words.more}</p>
      <Button look="main" onClick={takeOver}>
        {words.takeOver}
      </Button>
    </FullScreen>
  );
}
