import {
  Cable,
  Calculator,
  ChevronRight,
  Gauge,
  type LucideIcon,
  Printer,
  ReceiptText,
  ScanBarcode,
  Stethoscope,
  Store,
} from 'lucide-react';
import { Link } from 'wouter';
import { ADDRESSES, OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import { SETTINGS_PAGES } from '../../../pwa/shell/layout/navigation-entries.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { AtTheTill } from './at-till.tsx';
import { ExtraCodes } from './extra-codes.tsx';
import { LimitSettings } from './limits.tsx';
import { NumberShapesForm } from './number-shapes.tsx';
import { ReceiptNumbers } from './receipt-numbers.tsx';
import { ShopDetails } from './shop-details.tsx';

type SettingName = (typeof SETTINGS_PAGES)[number];

const ICONS: Readonly<Record<SettingName, LucideIcon>> = {
  shop: Store,
  limits: Gauge,
  till: Calculator,
  codes: ScanBarcode,
  receipts: ReceiptText,
  printers: Printer,
  connections: Cable,
};

export function SettingsPage() {
  const { places } = useMessages();
  const messages = usePageMessages('shop-settings');
  return (
    <Page title={places.settings}>
      <ul className="card max-w-4xl divide-y divide-neutral-4">
        {SETTINGS_PAGES.map((name) => (
          <Row key={name} href={ADDRESSES[name]} Icon={ICONS[name]} title={places[name]} lead={messages.rows[name]} />
        ))}
        <Row
          href={OFF_NAVIGATION.serverCheck}
          Icon={Stethoscope}
          title={messages.serverCheck}
          lead={messages.serverCheckLead}
        />
      </ul>
    </Page>
  );
}

interface RowProps {
  readonly href: string;
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly lead: string;
}

function Row({ href, Icon, title, lead }: RowProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-18 items-center gap-4 px-4 py-3 -outline-offset-4 hover:bg-neutral-3 till:px-6"
      >
        <Icon aria-hidden strokeWidth={1.75} className="shrink-0 text-neutral-9" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-label text-neutral-9">{lead}</span>
        </span>
        <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
      </Link>
    </li>
  );
}

const FORMS = {
  shop: ShopDetails,
  limits: LimitSettings,
  till: AtTheTill,
  codes: CodeSettings,
  receipts: ReceiptNumbers,
};

function CodeSettings() {
  const messages = usePageMessages('shop-settings');
  return (
    <>
      <ExtraCodes />
      <h2 className="border-t border-neutral-4 pt-4 text-section font-semibold">{messages.numberShapes}</h2>
      <NumberShapesForm />
    </>
  );
}

export function SettingPage({ name }: { readonly name: keyof typeof FORMS }) {
  const { places } = useMessages();
  const Form = FORMS[name];
  return (
    <Page title={places[name]} back={{ href: ADDRESSES.settings, name: places.settings }}>
      <section className="card grid max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
        <Form />
      </section>
    </Page>
  );
}
