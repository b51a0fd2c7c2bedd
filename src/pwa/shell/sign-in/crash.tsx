import { Button } from '../../ui/button.tsx';
import { useInitialMessages } from '../../words/words.tsx';
import { Welcome } from './welcome.tsx';

/** The page crashed. Nothing is lost: redemptions are on the server and in the outbox. */
export function Crash() {
  const { crash } = useInitialMessages();
  return (
    <Welcome title={crash.title} lead={crash.lead}>
      <Button variant="main" autoFocus onClick={() => location.reload()}>
        {crash.reload}
      </Button>
    </Welcome>
  );
}
