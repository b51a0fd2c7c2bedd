import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { ConnectScanner } from '../../../pwa/scan/connect-scanner.tsx';
import { PictureChoice } from '../../../pwa/scan/picture-choice.tsx';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { FeaturePageProps } from '../../../pwa/shell/feature.ts';
import { rootPageOf } from '../../../pwa/shell/layout/navigation-entries.ts';
import { Columns, Page } from '../../../pwa/shell/layout/page.tsx';
import { cue } from '../../../pwa/shell/sound.ts';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { QrCode } from '../../../pwa/ui/qr-code.tsx';
import { TONES } from '../../../pwa/ui/tone.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import {
  DEFAULT_SCANNER_SETTING,
  readScannerSetting,
  type ScannerSetting,
  saveScannerSetting,
} from '../../../reader/scanner-setting.ts';
import { type Burst, listenForBursts } from './bursts.ts';
import { findFaults, isSet, type ScannerFault, withFix } from './diagnose.ts';
import { SCANS_MAX } from './limits.ts';
import { ResultRow, type ScannerInput } from './result-row.tsx';
import { TEST_TEXT } from './test-code.ts';

/**
 * Shows the output of cameras and hand scanners, and how a till interprets it. Fixes problems of
 * this device's hand scanner.
 */
export function ScanCheckPage({ person }: Pick<FeaturePageProps, 'person'>) {
  const messages = usePageMessages('scanner-check');
  const { places } = useMessages();
  const extras = useExtraCodes();
  const [setting, set] = useSetting();
  const [cameIn, setCameIn] = useState<readonly ScannerInput[]>([]);
  const add = (one: Omit<ScannerInput, 'id'>) => {
    cue('read');
    setCameIn((before) => [{ ...one, id: (before[0]?.id ?? 0) + 1 }, ...before].slice(0, SCANS_MAX));
  };
  const onScan = ({ text, source, reading, raw }: ScanEvent) => {
    if (source === 'camera' || source === 'picture' || source === 'hid' || source === 'serial')
      add({ source, came: raw ?? text, ...(reading !== undefined && { reading }) });
  };
  useBursts((burst) => add({ source: 'keys', burst }));
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ href: ADDRESSES.redeem, name: places[rootPageOf(person.role)] }}
    >
      <Columns>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <TestCode />
          <CameraScanner onScan={onScan} paused={false} extras={extras} />
          <PictureChoice onScan={onScan} extras={extras} />
          <ConnectScanner onScan={onScan} />
        </section>
        <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <Findings cameIn={cameIn} setting={setting} onSet={set} />
          <h2 className="text-section font-semibold">{messages.results}</h2>
          {cameIn.length === 0 && <p className="text-neutral-9">{messages.nothing}</p>}
          <ul className="grid gap-3">
            {cameIn.map((one) => (
              <li key={one.id}>
                <ResultRow cameIn={one} setting={setting} />
              </li>
            ))}
          </ul>
        </section>
      </Columns>
    </Page>
  );
}

function useSetting(): readonly [ScannerSetting, (next: ScannerSetting) => void] {
  const [setting, setSetting] = useState(() => readScannerSetting(localStorage));
  const save = (next: ScannerSetting) => {
    saveScannerSetting(localStorage, next);
    setSetting(next);
  };
  return [setting, save];
}

function useBursts(onBurst: (burst: Burst) => void): void {
  const report = useEffectEvent(onBurst);
  useEffect(() => listenForBursts(document, (burst) => report(burst)), []);
}

function TestCode() {
  const messages = usePageMessages('scanner-check');
  const { practice } = useShop();
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 className="text-section font-semibold">{messages.test}</h2>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={TEST_TEXT} label={messages.testQr} className="w-44 shrink-0 rounded-button" />
        <p className="min-w-48 flex-1">{messages.testLead}</p>
      </div>
      {/* The text of a scan may be a voucher's code, so the field keeps none. */}
      <Field label={messages.field} hint={messages.fieldHint} value="" onChange={() => undefined} />
      {practice && (
        <Link
          href={ADDRESSES.practice}
          className="inline-flex min-h-12 items-center font-medium underline underline-offset-4"
        >
          {messages.practice}
        </Link>
      )}
    </div>
  );
}

interface FindingsProps {
  readonly cameIn: readonly ScannerInput[];
  readonly setting: ScannerSetting;
  readonly onSet: (next: ScannerSetting) => void;
}

/** The problems of the hand scanner with their fixes, and the current settings. */
function Findings({ cameIn, setting, onSet }: FindingsProps) {
  const messages = usePageMessages('scanner-check');
  const [fixedAt, setFixedAt] = useState<number | null>(null);
  const bursts = cameIn.flatMap(({ burst }) => (burst === undefined ? [] : [burst])).toReversed();
  const newest = cameIn[0]?.id ?? 0;
  const isOld = fixedAt === newest;
  const faults = isOld ? [] : findFaults(bursts, setting);
  const applyFixes = (all: readonly ScannerFault[]) => {
    onSet(all.reduce(withFix, setting));
    setFixedAt(newest);
  };
  const fixable = faults.filter((fault) => fault.fix !== null);
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
      {faults.map((fault) => (
        <FaultCard key={fault.kind} fault={fault} />
      ))}
      {fixable.length > 0 && (
        <Button variant="main" onClick={() => applyFixes(fixable)}>
          {messages.mend}
        </Button>
      )}
      {isOld && <Notice tone="done">{messages.mended}</Notice>}
      {!isOld && bursts.length > 0 && faults.length === 0 && <Notice tone="done">{messages.fine}</Notice>}
      {isSet(setting) && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-neutral-10">
          {messages.isSet}
          <Button
            onClick={() => {
              onSet(DEFAULT_SCANNER_SETTING);
              setFixedAt(null);
            }}
          >
            {messages.reset}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A problem of a scanner, with the text around a code as it arrived. */
function FaultCard({ fault: { kind, text } }: { readonly fault: ScannerFault }) {
  const { title, lead } = usePageMessages('scanner-check').faults[kind];
  const { tint, ink, Icon } = TONES.attention;
  return (
    <div className={`flex gap-3 rounded-button p-3 ${tint} ${ink}`}>
      <Icon aria-hidden strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p>
          {lead}{' '}
          {text !== undefined && <code className="rounded-button border border-current px-1 break-all">{text}</code>}
        </p>
      </div>
    </div>
  );
}
