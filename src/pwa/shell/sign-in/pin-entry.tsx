import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../api/failure.ts';
import { Keypad } from '../../ui/keypad.tsx';
import { useInitialMessages } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { PIN_KEYS, usePin } from '../use-pin.ts';
import { useShop, useSignIn } from '../use-session.ts';

interface PinEntryProps {
  readonly person: Person;
  readonly practicePin: string | undefined;
  readonly saleWaits: boolean;
}

/** Six digits by touch or keyboard; the sixth signs in. */
export function PinEntry({ person, practicePin, saleWaits }: PinEntryProps) {
  const { unlock } = useInitialMessages();
  const { practice } = useShop();
  const signIn = useSignIn(saleWaits);
  const { value, type, press } = usePin(signIn.isPending ? signIn.variables.pin : null, (pin) =>
    signIn.mutate({ personId: person.id, pin }),
  );
  return (
    <div className="grid gap-4">
      <input
        aria-label={unlock.pinFor(person.name)}
        value={value}
        onChange={(event) => type(event.target.value)}
        type="password"
        inputMode="none"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.pinDigits}
        className="min-h-16 w-full rounded-card border border-neutral-8 bg-neutral-2 text-center text-title tracking-[0.6em] indent-[0.6em]"
      />
      {/* Its line is reserved before the PIN is known, so that no key moves while it is tapped. */}
      {practice && (
        <p className="min-h-6 text-center text-neutral-9">
          {practicePin !== undefined && unlock.trainingPin(practicePin)}
        </p>
      )}
      {signIn.isPending ? (
        <p role="status" className="text-center text-neutral-9">
          {unlock.checking}
        </p>
      ) : (
        <FailureNotice failure={failureOrNull(signIn.error)} />
      )}
      <Keypad keys={PIN_KEYS} disabled={signIn.isPending} onKey={press} />
    </div>
  );
}
