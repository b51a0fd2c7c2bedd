import type { ReactNode } from 'react';
import { DeviceLanguage } from '../language-choice.tsx';
import { useWindowTitle } from '../layout/window-title.ts';
import { WelcomeCard } from './welcome-card.tsx';

interface WelcomeProps {
  readonly title: string;
  readonly place?: string;
  readonly lead?: string;
  readonly beside?: ReactNode;
  /** Hides the choice of language, because the person has one. */
  readonly isPersonal?: boolean;
  readonly children: ReactNode;
}

/** A page with one card, for everything before the till opens. */
export function Welcome({ isPersonal = false, children, ...card }: WelcomeProps) {
  useWindowTitle(card.title);
  return (
    <WelcomeCard {...card} footer={!isPersonal && <DeviceLanguage />}>
      {children}
    </WelcomeCard>
  );
}
