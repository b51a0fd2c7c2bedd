import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../words/words.tsx';
import { useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';

/** Another page of this device has the sale open: two pages would both collect for it. */
export function OpenElsewhere() {
  const { elsewhere: messages } = useMessages();
  const { takeOver } = useTillStore();
  return (
    <FullScreen tone={null} title={messages.title} icon={false}>
      <p className="max-w-prose text-section">{messages.more}</p>
      <Button variant="main" onClick={takeOver}>
        {messages.takeOver}
      </Button>
    </FullScreen>
  );
}
