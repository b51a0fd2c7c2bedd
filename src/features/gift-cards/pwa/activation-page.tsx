import { useQuery } from '@tanstack/react-query';
import { RotateCw, Search, Square } from 'lucide-react';
import { useState } from 'react';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { ACTIVATION_STATES, RANGE_STATES } from '../../../contract/redemption/states.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { ADDRESSES, addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { DeviceLink } from '../../../pwa/shell/door/device-link.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { PrintButton } from '../../printing/pwa/print-button.tsx';
import { type ActivationView, isActivationOpen, presentRanges } from '../contract/activation.ts';
import { Certificate } from './certificate.tsx';
import { CheckDialog } from './check-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { activationQuery, useSteering } from './queries.ts';
import { isSetAside } from './set-aside.ts';
import { useCueOnRest } from './use-cue-on-rest.ts';
import { useNames } from './use-names.ts';

export function ActivationPage({ id, person }: { readonly id: string; readonly person: Person }) {
  const activate = usePageWords('gift-cards');
  const { places } = useWords();
  const activation = useQuery(activationQuery(id));
  return (
    <Page
      title={activation.data === undefined ? places.activate : activate.progress(...countsOf(activation.data))}
      back={{ href: ADDRESSES.activate, name: activate.more }}
      prints="content"
    >
      <Loaded query={activation} failed={isProblem(activation.error, 'not-found') ? <Gone /> : undefined}>
        {(opened) => <Opened activation={opened} person={person} />}
      </Loaded>
    </Page>
  );
}

function Gone() {
  const activate = usePageWords('gift-cards');
  return <Notice tone="attention">{activate.gone}</Notice>;
}

interface OpenedProps {
  readonly activation: ActivationView;
  readonly person: Person;
}

function Opened({ activation, person }: OpenedProps) {
  const { id, state } = activation;
  useCueOnRest(isActivationOpen(state) ? null : ACTIVATION_STATES[state].tone);
  const [dialog, setDialog] = useState<'check' | { readonly range: number } | null>(null);
  const [samples, setSamples] = useState(0);
  const steering = useSteering(id);
  const failed = steering.stop.error ?? steering.resume.error;
  const mayTakeBack = mayActAs(person.role, 'manager');
  return (
    <>
      <section className="screen-only card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
        <Progress activation={activation} />
        <Notice tone={ACTIVATION_STATES[activation.state].tone}>
          <Said activation={activation} />
        </Notice>
        <FailureNotice failure={failureOrNull(failed)} />
        <Steering activation={activation} steering={steering} onCheck={() => setDialog('check')} />
      </section>
      <Certificate
        activation={activation}
        samples={samples}
        onAgain={(range) => steering.resume.mutate({ ranges: [range] })}
        onDeactivate={mayTakeBack ? (range) => setDialog({ range }) : null}
        isBusy={steering.resume.isPending}
      />
      {!mayTakeBack && activation.ranges.some(({ canDeactivate }) => canDeactivate) && <WrongCards id={id} />}
      {dialog === 'check' && (
        <CheckDialog
          activationId={id}
          when="after"
          onClose={() => setDialog(null)}
          onKept={() => setSamples(samples + 1)}
        />
      )}
      {dialog !== null && dialog !== 'check' && (
        <DeactivateDialog
          activation={activation}
          position={dialog.range}
          steering={steering}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** For users who may not deactivate cards: a link for someone who may, on another device. */
function WrongCards({ id }: { readonly id: string }) {
  const activate = usePageWords('gift-cards');
  return (
    <section className="screen-only card flex flex-wrap items-center gap-4 p-4 till:p-6">
      <p className="min-w-60 flex-1 font-medium">{activate.wrongCards}</p>
      <div className="grid max-w-md min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        <DeviceLink address={location.origin + addressOfActivation(id)} label={activate.wrongCardsQr} />
      </div>
    </section>
  );
}

function Said({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageWords('gift-cards');
  const { numbers } = useNames();
  const { state, stopReason } = activation;
  const ranges = presentRanges(activation.ranges);
  const [done, all] = countsOf(activation);
  const isOnlyTakenBack = ranges.every((range) => range.state === 'done' || range.state === 'deactivated');
  const aside = ranges.filter(isSetAside);
  const left = ranges.filter((range) => range.half && (range.state === 'waiting' || range.state === 'sent'));
  if (state === 'running' && left.length > 0) return activate.searching(activate.cards(cardsIn(left)));
  if (state === 'incomplete' && aside.length > 0) return activate.setAside(done, numbers(aside));
  if (state === 'incomplete' && ranges.every((range) => range.state === 'refused')) return activate.noneOf(all);
  if (state === 'incomplete' && isOnlyTakenBack) return activate.partlyTakenBack;
  return state === 'stopped' ? activate.stopped[stopReason ?? 'asked'] : activate.said[state];
}

/** The number of active cards in an activation, and of all its cards. */
function countsOf({ ranges }: ActivationView): readonly [done: number, all: number] {
  return [cardsIn(ranges.filter(({ state }) => state === 'done')), cardsIn(presentRanges(ranges))];
}

/** The share of active cards as a bar; the title has the numbers. */
function Progress({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageWords('gift-cards');
  const [done, all] = countsOf(activation);
  return <progress aria-label={activate.progressLabel} value={done} max={all} className="progress h-3 w-full" />;
}

interface SteeringProps {
  readonly activation: ActivationView;
  readonly steering: ReturnType<typeof useSteering>;
  readonly onCheck: () => void;
}

const certificatePaper = (): HTMLElement | null => document.querySelector('[data-paper="certificate"]');

/** Stop while it runs, resume the rest, find the bad card, check a card, print. */
function Steering({ activation: { id, state, ranges }, steering: { stop, resume }, onCheck }: SteeringProps) {
  const activate = usePageWords('gift-cards');
  const left = ranges.filter((range) => RANGE_STATES[range.state].resumes === 'by-itself');
  const mayResume = left.length > 0 && !isActivationOpen(state);
  const refused = [...ranges.entries()].filter(([, range]) => range.state === 'refused' && range.count > 1);
  const mayFind = refused.length > 0 && !isActivationOpen(state);
  const find = () => resume.mutate({ ranges: refused.map(([position]) => position), halve: true });
  return (
    <div className="flex flex-wrap gap-2">
      {mayFind && (
        <div className="grid basis-full grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
          <p className="max-w-prose">{activate.findLead(cardsIn(refused.map(([, range]) => range)))}</p>
          <Button look={mayResume ? 'plain' : 'main'} disabled={resume.isPending} onClick={find}>
            <Search aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
            {activate.find}
          </Button>
        </div>
      )}
      {state === 'running' && ranges.some((range) => range.state === 'waiting') && (
        <Button disabled={stop.isPending} onClick={() => stop.mutate()}>
          <Square aria-hidden strokeWidth={1.75} size={20} />
          {activate.stop}
        </Button>
      )}
      {mayResume && (
        <Button look="main" disabled={resume.isPending} onClick={() => resume.mutate({ ranges: [] })}>
          <RotateCw aria-hidden strokeWidth={1.75} size={20} />
          {activate.resume(activate.cards(cardsIn(left)))}
        </Button>
      )}
      <Button onClick={onCheck}>{activate.check}</Button>
      <PrintButton what="certificate" subject={id} paper={certificatePaper}>
        {activate.print}
      </PrintButton>
    </div>
  );
}
