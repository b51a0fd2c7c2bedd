import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Shop } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../api/failure.ts';
import { isInFrame } from '../../api/in-frame.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useMessages } from '../../words/words.tsx';
import { OFF_NAVIGATION } from '../addresses.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { CheckLink } from './check-link.tsx';
import { Demonstration } from './demonstration.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { useArrival } from './use-arrival.ts';
import { Welcome } from './welcome.tsx';

/**
 * A device without a shop: training, first set-up, or enrolment. With a manager's code, only
 * enrolment.
 */
export function Arrival({ shop, code }: { readonly shop: Shop; readonly code: string }) {
  const { setup, enrol } = useMessages();
  const [serious, setSerious] = useState(!shop.practice);
  /* A manager has listed the register of a frame, so its shop exists. */
  const enrols = shop.setUp || isInFrame() || code !== '';
  if (!serious && code === '')
    return (
      <TrainingOffer
        shop={shop}
        otherwise={enrols ? enrol.title : setup.setUpInstead}
        onDecline={() => setSerious(true)}
      />
    );
  const { title, lead } = enrols ? enrol : setup;
  return (
    <Welcome title={title} lead={lead}>
      {enrols ? (
        <div className="card p-4 till:p-6">
          <EnrolForm key={code} code={code} submit={enrol.submit} />
        </div>
      ) : (
        <SetUpForm currency={shop.currency} />
      )}
      {shop.setUp ? (
        <CheckLink />
      ) : (
        <div className="grid gap-1">
          <Link href={OFF_NAVIGATION.restore} className={buttonClass('quiet')}>
            {setup.restore}
          </Link>
          <Link href={OFF_NAVIGATION.serverCheck} className={buttonClass('quiet')}>
            {setup.check}
          </Link>
        </div>
      )}
    </Welcome>
  );
}

interface TrainingOfferProps {
  readonly shop: Shop;
  /** Text of the second button. */
  readonly otherwise: string;
  readonly onDecline: () => void;
}

function TrainingOffer({ shop, otherwise, onDecline }: TrainingOfferProps) {
  const { common, setup } = useMessages();
  const { practise } = useArrival();
  return (
    <Welcome title={common.appName} lead={setup.about} beside={<Demonstration {...shop} />}>
      <p>{setup.trainingLead}</p>
      <FailureNotice failure={failureOrNull(practise.error)} />
      <Button variant="main" disabled={practise.isPending} onClick={() => practise.mutate()}>
        <Play aria-hidden strokeWidth={1.75} />
        {setup.practice}
      </Button>
      <Button onClick={onDecline}>{otherwise}</Button>
    </Welcome>
  );
}
