import { Button } from '../../ui/button.tsx';
import { useDoorWords } from '../../words/words.tsx';
import { Welcome } from './welcome.tsx';

/** The page itself broke. Nothing is lost: redemptions are with the server and in the outbox. */
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
