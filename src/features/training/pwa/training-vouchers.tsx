import { useQuery } from '@tanstack/react-query';
import { Expand, Printer, ScanLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { mayActAs, type TrainingVoucher } from '../../../contract/access/people.ts';
import { minorDigits } from '../../../contract/money/money.ts';
import { trainingVouchersQuery } from '../../../pwa/api/queries.ts';
import { isStarted } from '../../../pwa/redeem/till/sale.ts';
import { useTillStore } from '../../../pwa/redeem/till/use-till.tsx';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { FeaturePageProps } from '../../../pwa/shell/feature.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { BarCode } from '../../../pwa/ui/code-picture.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { QrCode } from '../../../pwa/ui/qr-code.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages } from '../../../pwa/words/words.tsx';
import { titlesQuery, withTitle } from './titles.ts';

/**
 * All training vouchers as cards with their codes, for printing or for a camera.
 *
 * Only in training mode, whose refs are no secret.
 */
export function TrainingVouchers({ person }: Pick<FeaturePageProps, 'person'>) {
  const redeems = mayActAs(person.role, 'cashier');
  const { places } = useMessages();
  const messages = usePageMessages('training');
  const vouchers = useQuery(trainingVouchersQuery);
  const [shown, setShown] = useState<VoucherGroup | 'all'>('all');
  const [large, setLarge] = useState<TrainingVoucher | null>(null);
  const { language } = useLanguage();
  const { data: names = {} } = useQuery(titlesQuery(language));
  const groups = groupVouchers((vouchers.data ?? []).map((voucher) => withTitle(names, voucher)));

  return (
    <Page
      title={places.practice}
      lead={messages.lead}
      prints="content"
      back={{ href: ADDRESSES.redeem, name: redeems ? places.redeem : places.activate }}
      tools={
        <div className="flex flex-wrap items-end gap-4">
          <Filter groups={groups.map(({ group }) => group)} shown={shown} onShow={setShown} />
          <Button onClick={() => window.print()}>
            <Printer aria-hidden strokeWidth={1.75} />
            {messages.print}
          </Button>
        </div>
      }
    >
      <Loaded query={vouchers} failed={<Notice tone="attention">{messages.unavailable}</Notice>}>
        {(all) =>
          all.length === 0 ? (
            <p>{messages.empty}</p>
          ) : (
            <Groups groups={groups} shown={shown} onLarge={setLarge} redeems={redeems} />
          )
        }
      </Loaded>
      {large && (
        <Dialog title={large.title} onClose={() => setLarge(null)}>
          <Codes voucher={large} />
        </Dialog>
      )}
    </Page>
  );
}

interface GroupsProps {
  readonly groups: ReturnType<typeof groupVouchers>;
  readonly shown: VoucherGroup | 'all';
  readonly onLarge: (voucher: TrainingVoucher) => void;
  /** The signed-in user may redeem. */
  readonly redeems: boolean;
}

function Groups({ groups, shown, onLarge, redeems }: GroupsProps) {
  const messages = usePageMessages('training');
  return groups
    .filter(({ group }) => shown === 'all' || shown === group)
    .map(({ group, vouchers }) => (
      <section key={group} aria-labelledby={`practice-${group}`} className="print:mb-4">
        <h2 id={`practice-${group}`} className="mb-3 break-after-avoid text-section font-semibold">
          {messages.groups[group]}
        </h2>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:grid-cols-2 till:grid-cols-3 desk:grid-cols-4 print:grid-cols-2 print:gap-2">
          {vouchers.map((voucher) => (
            <li key={voucher.ref} className="flex break-inside-avoid">
              <VoucherCard voucher={voucher} onLarge={() => onLarge(voucher)} redeems={redeems} />
            </li>
          ))}
        </ul>
      </section>
    ));
}

interface FilterProps {
  readonly groups: readonly VoucherGroup[];
  readonly shown: VoucherGroup | 'all';
  readonly onShow: (group: VoucherGroup | 'all') => void;
}

function Filter({ groups, shown, onShow }: FilterProps) {
  const messages = usePageMessages('training');
  const find = (value: string) => groups.find((group) => group === value) ?? 'all';
  return (
    <Select label={messages.filter} labelled="beside" value={shown} onChoose={(value) => onShow(find(value))}>
      <option value="all">{messages.all}</option>
      {groups.map((group) => (
        <option key={group} value={group}>
          {messages.groups[group]}
        </option>
      ))}
    </Select>
  );
}

interface VoucherCardProps {
  readonly voucher: TrainingVoucher;
  readonly onLarge: () => void;
  /** The signed-in user may redeem. */
  readonly redeems: boolean;
}

function VoucherCard({ voucher, onLarge, redeems }: VoucherCardProps) {
  const messages = usePageMessages('training');
  return (
    <article className="card flex min-w-0 grow flex-col gap-3 p-4 print:p-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 className="font-semibold">{voucher.title}</h3>
          <p className="text-label text-neutral-9">{voucher.shows}</p>
          {voucher.sequence && <p className="text-label text-neutral-9">{messages.sequence(voucher.sequence)}</p>}
        </div>
        <p className="hidden text-label font-semibold print:block">{messages.practice}</p>
        <Button
          variant="quiet"
          className="screen-only"
          aria-label={messages.showLarge(voucher.title)}
          onClick={onLarge}
        >
          <Expand aria-hidden strokeWidth={1.75} />
        </Button>
      </div>
      <div className="mt-auto">
        <Codes voucher={voucher} compact />
      </div>
      {voucher.group === 'disputes' &&
        redeems &&
        slotsOf('checkedVoucher').map((Part, position) => (
          <Part key={position} about={{ code: voucher.ref }} look="plain" className="screen-only" />
        ))}
      {redeems && <UseOnTill voucher={voucher} />}
    </article>
  );
}

/** The price of an example. It has a decimal point because the shop may read 20 as cents. */
const SAMPLE_DUE = ['2', '0', '.', '0', '0'] as const;

/**
 * Enters a code as if it had been scanned, for users without a printer or a second screen, and an
 * amount due if there is none.
 */
function UseOnTill({ voucher }: { readonly voucher: TrainingVoucher }) {
  const messages = usePageMessages('training');
  const { labelled } = useMessages();
  const store = useTillStore();
  const [, go] = useLocation();
  const use = () => {
    const { sale } = store.state();
    const keys = minorDigits(sale.currency) === 0 ? SAMPLE_DUE.slice(0, 2) : SAMPLE_DUE;
    if (sale.register === null && !isStarted(sale)) for (const key of ['clear', ...keys] as const) store.dueKey(key);
    store.scan({ text: voucher.qr, source: 'paste', at: Date.now() });
    go(ADDRESSES.redeem);
  };
  return (
    <Button className="screen-only" aria-label={labelled(messages.useHere, voucher.title)} onClick={use}>
      <ScanLine aria-hidden strokeWidth={1.75} size={20} />
      {messages.useHere}
    </Button>
  );
}

function Codes({ voucher, compact = false }: { readonly voucher: TrainingVoucher; readonly compact?: boolean }) {
  const messages = usePageMessages('training');
  const { common } = useMessages();
  return (
    <div className={compact ? 'flex items-center gap-3' : 'flex flex-col items-center gap-4'}>
      <QrCode
        text={voucher.qr}
        label={common.qrCode}
        className={compact ? 'size-28 shrink-0' : 'size-[min(70vw,22rem)]'}
      />
      <figure className="min-w-0 grow self-stretch content-center">
        {voucher.sequence !== null && <p className="text-label font-medium">{messages.codeOfCard}</p>}
        <Suspense fallback={<div className="h-16" />}>
          <BarCode text={voucher.ref} label={common.barCode} className="h-16 w-full" />
        </Suspense>
        <figcaption className="mt-1 text-center font-mono text-label break-all">{voucher.ref}</figcaption>
        {voucher.sequence !== null && <SequenceBars sequence={voucher.sequence} />}
      </figure>
    </div>
  );
}

/**
 * The sequence number as a bar code, for ranges; separate, so that no till scans it as the code.
 */
function SequenceBars({ sequence }: { readonly sequence: string }) {
  const messages = usePageMessages('training');
  return (
    <div className="mt-3 border-t border-dashed border-neutral-4 pt-3">
      <p className="text-label font-medium">{messages.sequenceBars}</p>
      <Suspense fallback={<div className="h-12" />}>
        <BarCode text={sequence} label={messages.sequence(sequence)} className="h-12 w-full" />
      </Suspense>
      <p className="mt-1 text-center font-mono text-label">{sequence}</p>
    </div>
  );
}

type VoucherGroup = TrainingVoucher['group'];

/** The order for a new user. */
const ORDER: readonly VoucherGroup[] = ['everyday', 'kinds', 'refused', 'disputes', 'physical', 'trouble'];

/** Groups training vouchers by heading, in the same order; empty groups are left out. */
function groupVouchers(
  vouchers: readonly TrainingVoucher[],
): { readonly group: VoucherGroup; readonly vouchers: readonly TrainingVoucher[] }[] {
  const grouped = ORDER.map((group) => ({ group, vouchers: vouchers.filter((voucher) => voucher.group === group) }));
  return grouped.filter((entry) => entry.vouchers.length > 0);
}
