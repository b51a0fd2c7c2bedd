import { Button } from '../../ui/button.tsx';
import { useDoorWords } from '../../words/words.tsx';
import { Welcome } from './welcome.tsx';

/** The page crashed. Nothing is lost: redemptions are on the server and in the outbox. */
export function Crash() {
  const { crash } = useDoorWords();
  return (
    <Welcome title={crash.title} lead={crash.lead}>
      <Button look="main" autoFocus onClick={() => location.reload()}>
        {crash.reload}
      </Button>
    </Welcome>
  );
}
