import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../api/failure.ts';
import { Keypad, type KeypadKey } from '../../ui/keypad.tsx';
import { useDoorWords } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useShop, useSignIn } from '../use-session.ts';

const AFTER_NINE = ['clear', '0', 'back'] as const;

interface PinEntryProps {
  readonly person: Person;
  readonly practicePin: string | undefined;
  readonly saleWaits: boolean;
}

/** Six digits by touch or keyboard; the sixth signs in. */
export function PinEntry({ person, practicePin, saleWaits }: PinEntryProps) {
  const { unlock } = useDoorWords();
  const { practice } = useShop();
  const [pin, setPin] = useState('');
  const signIn = useSignIn(saleWaits);
  const type = (next: string) => {
    if (signIn.isPending) return;
    const digits = next.replace(/\D/g, '').slice(0, LIMITS.pinDigits);
    /* Cleared before the answer: a further digit would otherwise send a wrong PIN. */
    setPin(digits.length === LIMITS.pinDigits ? '' : digits);
    if (digits.length === LIMITS.pinDigits) signIn.mutate({ personId: person.id, pin: digits });
  };
  return (
    <div className="grid gap-4">
      <input
        aria-label={unlock.pinFor(person.name)}
        value={signIn.isPending ? signIn.variables.pin : pin}
        onChange={(event) => type(event.target.value)}
        type="password"
        inputMode="none"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.pinDigits}
        className="min-h-16 w-full rounded-card border border-neutral-8 bg-neutral-2 text-center text-title tracking-[0.6em] indent-[0.6em]"
      />
      {/* Its line is reserved before the PIN is known, so that no key moves under a finger. */}
      {practice && (
        <p className="min-h-6 text-center text-neutral-9">
          {practicePin !== undefined && unlock.practicePin(practicePin)}
        </p>
      )}
      {signIn.isPending ? (
        <p role="status" className="text-center text-neutral-9">
          {unlock.checking}
        </p>
      ) : (
        <FailureNotice failure={failureOrNull(signIn.error)} />
      )}
      <Keypad keys={AFTER_NINE} disabled={signIn.isPending} onKey={(key) => type(afterKey(pin, key))} />
    </div>
  );
}

function afterKey(pin: string, key: KeypadKey): string {
  if (key === 'clear') return '';
  return key === 'back' ? pin.slice(0, -1) : pin + key;
}
