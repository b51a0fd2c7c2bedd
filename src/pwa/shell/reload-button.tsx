import { Button } from '../ui/button.tsx';
import { useWords } from '../words/words.tsx';

/** Loads the page again, which opens the storage of this device anew. */
export function ReloadButton() {
  const { crash } = useWords();
  return (
    <Button className="justify-self-start" onClick={() => location.reload()}>
      {crash.reload}
    </Button>
  );
}
