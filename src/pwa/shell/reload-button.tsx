import { Button } from '../ui/button.tsx';
import { useMessages } from '../words/words.tsx';

/** Reloads the page, which reopens the storage of this device. */
export function ReloadButton() {
  const { crash } = useMessages();
  return (
    <Button className="justify-self-start" onClick={() => location.reload()}>
      {crash.reload}
    </Button>
  );
}
