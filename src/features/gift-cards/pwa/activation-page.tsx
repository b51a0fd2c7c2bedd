import { useQuery } from '@tanstack/react-query';
import { RotateCw, Search, Square } from 'lucide-react';
import { useState } from 'react';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { ACTIVATION_STATES, RANGE_STATES } from '../../../contract/redemption/states.ts';
import { failureOrNull, isProblem } from '../../../pwa/api/failure.ts';
import { ADDRESSES, addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { PrintButton } from '../../../pwa/shell/print-button.tsx';
import { DeviceLink } from '../../../pwa/shell/sign-in/device-link.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { type ActivationView, areActive, isActivationOpen, presentRanges } from '../contract/activation.ts';
import { Certificate } from './certificate.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { LookUpDialog } from './look-up-dialog.tsx';
import { activationQuery, useActivationActions } from './queries.ts';
import { isSetAside } from './set-aside.ts';
import { useNames } from './use-names.ts';
import { useResultSound } from './use-result-sound.ts';

export function ActivationPage({ id, person }: { readonly id: string; readonly person: Person }) {
  const activate = usePageMessages('gift-cards');
  const { places } = useMessages();
  const activation = useQuery(activationQuery(id));
  return (
    <Page
      title={activation.data === undefined ? places.activate : activate.progress(...countsOf(activation.data))}
      back={{ href: ADDRESSES.activate, name: activate.more }}
      prints="content"
    >
      <Loaded query={activation} failed={isProblem(activation.error, 'not-found') ? <ActivationMissing /> : undefined}>
        {(opened) => <LoadedActivation activation={opened} person={person} />}
      </Loaded>
    </Page>
  );
}

function ActivationMissing() {
  const activate = usePageMessages('gift-cards');
  return <Notice tone="attention">{activate.gone}</Notice>;
}

interface LoadedActivationProps {
  readonly activation: ActivationView;
  readonly person: Person;
}

function LoadedActivation({ activation, person }: LoadedActivationProps) {
  const { id, state } = activation;
  useResultSound(isActivationOpen(state) ? null : ACTIVATION_STATES[state].tone);
  const [dialog, setDialog] = useState<'check' | { readonly range: number } | null>(null);
  const [samples, setSamples] = useState(0);
  const steering = useActivationActions(id);
  const failed = steering.stop.error ?? steering.resume.error;
  const mayDeactivate = mayActAs(person.role, 'manager');
  return (
    <>
      <section className="screen-only card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
        <Progress activation={activation} />
        <Notice tone={ACTIVATION_STATES[activation.state].tone}>
          <StatusText activation={activation} />
        </Notice>
        <FailureNotice failure={failureOrNull(failed)} />
        <ActivationActions activation={activation} steering={steering} onCheck={() => setDialog('check')} />
      </section>
      <Certificate
        activation={activation}
        samples={samples}
        onAgain={(range) => steering.resume.mutate({ ranges: [range] })}
        onDeactivate={mayDeactivate ? (range) => setDialog({ range }) : null}
        isBusy={steering.resume.isPending}
      />
      {!mayDeactivate && activation.ranges.some(({ canDeactivate }) => canDeactivate) && <WrongCards id={id} />}
      {dialog === 'check' && (
        <LookUpDialog
          activationId={id}
          when="after"
          digits={activation.ranges.map(({ start }) => start.length)}
          onClose={() => setDialog(null)}
          onSaved={() => setSamples(samples + 1)}
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
  const activate = usePageMessages('gift-cards');
  return (
    <section className="screen-only card flex flex-wrap items-center gap-4 p-4 till:p-6">
      <p className="min-w-60 flex-1 font-medium">{activate.wrongCards}</p>
      <div className="grid max-w-md min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        <DeviceLink address={location.origin + addressOfActivation(id)} label={activate.wrongCardsQr} />
      </div>
    </section>
  );
}

function StatusText({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageMessages('gift-cards');
  const { numbers } = useNames();
  const { state, stopReason } = activation;
  const ranges = presentRanges(activation.ranges);
  const [done, all] = countsOf(activation);
  const isOnlyDeactivated = ranges.every((range) => areActive(range) || range.state === 'deactivated');
  const aside = ranges.filter(isSetAside);
  const left = ranges.filter((range) => range.half && (range.state === 'waiting' || range.state === 'sent'));
  if (state === 'running' && left.length > 0) return activate.searching(activate.cards(cardsIn(left)));
  if (state === 'incomplete' && aside.length > 0) return activate.setAside(done, numbers(aside));
  if (state === 'incomplete' && ranges.every((range) => range.state === 'refused')) return activate.noneOf(all);
  if (state === 'incomplete' && isOnlyDeactivated) return activate.partlyDeactivated;
  return state === 'stopped' ? activate.stopped[stopReason ?? 'asked'] : activate.stateTexts[state];
}

/** The number of active cards in an activation, and of all its cards. */
function countsOf({ ranges }: ActivationView): readonly [done: number, all: number] {
  return [cardsIn(ranges.filter(areActive)), cardsIn(presentRanges(ranges))];
}

/** The share of active cards as a bar; the title has the numbers. */
function Progress({ activation }: { readonly activation: ActivationView }) {
  const activate = usePageMessages('gift-cards');
  const [done, all] = countsOf(activation);
  return <progress aria-label={activate.progressLabel} value={done} max={all} className="progress h-3 w-full" />;
}

interface ActivationActionsProps {
  readonly activation: ActivationView;
  readonly steering: ReturnType<typeof useActivationActions>;
  readonly onCheck: () => void;
}

const certificateElement = (): HTMLElement | null => document.querySelector('[data-paper="certificate"]');

/** Buttons to stop and resume the activation, find the bad card, check a card, and print. */
function ActivationActions({
  activation: { id, state, ranges },
  steering: { stop, resume },
  onCheck,
}: ActivationActionsProps) {
  const activate = usePageMessages('gift-cards');
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
          <Button variant={mayResume ? 'plain' : 'main'} disabled={resume.isPending} onClick={find}>
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
        <Button variant="main" disabled={resume.isPending} onClick={() => resume.mutate({ ranges: [] })}>
          <RotateCw aria-hidden strokeWidth={1.75} size={20} />
          {activate.resume(activate.cards(cardsIn(left)))}
        </Button>
      )}
      <Button onClick={onCheck}>{activate.check}</Button>
      <PrintButton what="certificate" subject={id} paper={certificateElement}>
        {activate.print}
      </PrintButton>
    </div>
  );
}
