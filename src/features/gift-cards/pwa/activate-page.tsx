import { useQuery } from '@tanstack/react-query';
import { Camera as CameraIcon, CameraOff, ClipboardList, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { ConnectScanner } from '../../../pwa/scan/connect-scanner.tsx';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { Columns, Page } from '../../../pwa/shell/layout/page.tsx';
import { cue } from '../../../pwa/shell/sound.ts';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { CardByCard } from './card-by-card.tsx';
import { CodeNotice } from './code-notice.tsx';
import { usualDigits } from './draft.ts';
import { DraftPanel } from './draft-panel.tsx';
import { HandPanel } from './hand-panel.tsx';
import { Latest } from './latest.tsx';
import { LookUpDialog } from './look-up-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { PinSetting } from './pin-setting.tsx';
import { latestActivationsQuery } from './queries.ts';
import { useActivateStore, useActivating } from './use-activate.ts';

/** The home page of stock staff: number entry on the left, cards to activate on the right. */
export function ActivatePage({ person }: { readonly person: Person }) {
  const activate = usePageMessages('gift-cards');
  const { places } = useMessages();
  const store = useActivateStore();
  const { mode, unread, draft } = useActivating();
  const usual = usualDigits(draft);
  const [dialog, setDialog] = useState<'paste' | 'check' | null>(null);
  const scan = (event: ScanEvent) => {
    cue('read');
    store.scan(event);
  };
  useScans(scan, { enabled: dialog === null });
  useArrival();
  useLearnLengths(person);
  useRule();
  return (
    <Page title={places.activate}>
      <Columns>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ModeChoice />
          {dialog === null && <CameraOnDemand onScan={scan} />}
          {mode === 'ranges' ? <HandPanel /> : <CardByCard />}
          <ScanRemark />
          {unread.length > 0 && <Notice tone="attention">{activate.unread(unread.join(', '))}</Notice>}
          <div className="flex flex-wrap gap-2">
            {mode === 'ranges' && (
              <Button onClick={() => setDialog('paste')}>
                <ClipboardList aria-hidden strokeWidth={1.75} size={20} />
                {activate.paste}
              </Button>
            )}
            <Button onClick={() => setDialog('check')}>
              <Search aria-hidden strokeWidth={1.75} size={20} />
              {activate.check}
            </Button>
          </div>
          <ConnectScanner onScan={scan} />
        </section>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          {mode === 'ranges' && <DraftPanel />}
          <Latest person={person} />
          <PinSetting role={person.role} />
        </section>
      </Columns>
      {dialog === 'paste' && <PasteDialog onClose={() => setDialog(null)} />}
      {dialog === 'check' && (
        <LookUpDialog
          activationId={null}
          when="before"
          digits={[...(usual === null ? [] : [usual]), ...draft.digits]}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

/** Once the server has the list, its own page shows the progress. */
function useArrival(): void {
  const store = useActivateStore();
  const { delivery } = useActivating();
  const [, navigate] = useLocation();
  const arrived = delivery?.phase.at === 'answered' ? delivery.operation.id : null;
  useEffect(() => {
    if (arrived === null) return;
    store.forget();
    navigate(addressOfActivation(arrived));
  }, [arrived, navigate, store]);
}

function ScanRemark() {
  const activate = usePageMessages('gift-cards');
  const { vouch } = useActivateStore();
  const { note, doubt } = useActivating();
  if (note === null) return null;
  if (note === 'card-code' || note === 'maybe-code')
    return <CodeNotice fault={note} number={doubt?.text ?? ''} onVouch={vouch} />;
  return <Notice tone="attention">{activate.notes[note]}</Notice>;
}

/** The length of sequence numbers is known from numbers that the issuer accepted. */
function useLearnLengths(person: Person): void {
  const { learn } = useActivateStore();
  const { data: latest } = useQuery(latestActivationsQuery(person));
  useEffect(() => {
    const activated = (latest ?? []).flatMap(({ ranges }) =>
      ranges.filter(({ state }) => state === 'done' || state === 'deactivated'),
    );
    const lengths = [...new Set(activated.map(({ start }) => start.length))];
    learn(lengths);
  }, [latest, learn]);
}

function useRule(): void {
  const { rule } = useActivateStore();
  const { data: settings } = useQuery(settingsQuery);
  const needsLastFour = settings?.safeSale.lastFour ?? false;
  useEffect(() => rule(needsLastFour), [rule, needsLastFour]);
}

function ModeChoice() {
  const activate = usePageMessages('gift-cards');
  const store = useActivateStore();
  const { mode } = useActivating();
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="spoken">{activate.mode}</legend>
      {(['ranges', 'cards'] as const).map((name) => (
        <Choice key={name} name="mode" value={name} checked={mode === name} onChange={() => store.choose(name)}>
          {activate.modes[name]}
        </Choice>
      ))}
    </fieldset>
  );
}

/** Stock rooms have hand scanners; on a phone, the camera starts on demand. */
function CameraOnDemand({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const activate = usePageMessages('gift-cards');
  const [isOn, setOn] = useState(false);
  const extras = useExtraCodes();
  const Icon = isOn ? CameraOff : CameraIcon;
  return (
    <>
      {isOn && <CameraScanner onScan={onScan} paused={false} extras={extras} />}
      <Button onClick={() => setOn(!isOn)} className="justify-self-start">
        <Icon aria-hidden strokeWidth={1.75} size={20} />
        {isOn ? activate.hideCamera : activate.useCamera}
      </Button>
    </>
  );
}
