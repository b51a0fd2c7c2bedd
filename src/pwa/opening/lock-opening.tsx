import type { ReactNode } from 'react';
import { OFF_NAVIGATION } from '../shell/addresses.ts';
import { WelcomeCard } from '../shell/sign-in/welcome-card.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import type { Messages } from '../words/en.ts';

interface LockOpeningProps {
  readonly messages: Messages;
  /** The name of the language of the messages. */
  readonly language: string;
  readonly place: string;
  readonly children: ReactNode;
}

/** The lock screen, before the scripts have loaded. */
export function LockOpening({ messages: { common, unlock }, language, place, children }: LockOpeningProps) {
  const choice = (
    <Select label={common.language}>
      <option>{language}</option>
    </Select>
  );
  return (
    <WelcomeCard title={unlock.title} place={place} footer={choice}>
      {children}
      <a href={OFF_NAVIGATION.serverCheck} className={`${buttonClass('quiet')} justify-self-start`}>
        {unlock.check}
      </a>
    </WelcomeCard>
  );
}
