import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import {
  LIMIT_PRESET_NAMES,
  LIMIT_PRESETS,
  type LimitPreset,
  type ShopLimits,
} from '../../../contract/access/limit-presets.ts';
import {
  type ShopSettings,
  type ShopSettingsChange,
  shopSettingsChangeSchema,
} from '../../../contract/access/settings.ts';
import { useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { CeilingFields, ceilingsIn } from './ceilings.tsx';
import type { LimitFieldsProps, LimitReading } from './limit-fields.ts';
import { SafeSaleFields, safeSaleIn } from './safe-sale.tsx';
import { SaleLimitFields, saleLimitsIn } from './sale-limits.tsx';
import { Lockable } from './setting-origin.tsx';
import { SettingsForm } from './settings-form.tsx';

const NAMES = Object.keys(LIMIT_PRESETS['small-shop']) as readonly (keyof ShopLimits)[];

/** The limits of the shop: a preset to start from, and each limit behind *Customize*. */
export function LimitSettings() {
  const messages = usePageMessages('shop-settings');
  const { currency, sells } = useShop();
  const reader = useAmountReader();
  const reading = { read: (typed: string) => reader.read(typed, currency), sells };
  return (
    <SettingsForm
      names={NAMES}
      lead={messages.limitsLead}
      read={(form, settings) => changeIn(form, settings, reading)}
      invalid={messages.limitsOdd}
      saved={messages.ceilingsSaved}
      saveLabel={messages.save}
    >
      {(settings) => <Limits settings={settings} currency={currency} sells={sells} />}
    </SettingsForm>
  );
}

/** The limits that differ from the stored ones; null if one is invalid. */
function changeIn(form: FormData, settings: ShopSettings, reading: LimitReading): ShopSettingsChange | null {
  const preset = LIMIT_PRESET_NAMES.find((name) => name === text(form, 'preset'));
  /* Limits that the form does not show, because the shop does not sell, are those of the preset. */
  const base = preset === undefined ? settings : withPreset(settings, preset);
  const typed = shopSettingsChangeSchema.safeParse({
    pinAboveSum: base.pinAboveSum,
    approvalAboveSum: base.approvalAboveSum,
    ...ceilingsIn(form, reading),
    saleLimits: saleLimitsIn(form, reading, base),
    safeSale: safeSaleIn(form, reading, base),
  });
  if (!typed.success) return null;
  const changed = Object.entries(typed.data).filter(
    ([name, value]) => !isSame(value, settings[name as keyof ShopLimits]),
  );
  return Object.fromEntries(changed);
}

/** Equal in content. The order of fields, which storage does not keep, has no meaning. */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || typeof other !== 'object' || value === null || other === null)
    return value === other;
  const names = new Set([...Object.keys(value), ...Object.keys(other)]);
  return [...names].every((name) => isSame(Reflect.get(value, name), Reflect.get(other, name)));
}

interface LimitsProps extends Omit<LimitFieldsProps, 'limits'> {
  readonly settings: ShopSettings;
}

function Limits({ settings, currency, sells }: LimitsProps) {
  const messages = usePageMessages('shop-settings');
  const [chosen, choose] = useState<LimitPreset | null>(null);
  const current = chosen ?? LIMIT_PRESET_NAMES.find((name) => isPreset(settings, name));
  const limits = chosen === null ? settings : withPreset(settings, chosen);
  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 tablet:grid-cols-3">
        <legend className="pb-1 text-label font-medium text-neutral-11">{messages.preset}</legend>
        {LIMIT_PRESET_NAMES.map((name) => (
          <Choice key={name} name="preset" value={name} defaultChecked={name === current} onChange={() => choose(name)}>
            <span className="block font-medium">{messages.presets[name].name}</span>
            <span className="block text-label text-neutral-9">{messages.presets[name].about}</span>
          </Choice>
        ))}
      </fieldset>
      {current === undefined && <p>{messages.ownLimits}</p>}
      <Customize>
        <Fragment key={chosen}>
          <CeilingFields limits={limits} currency={currency} sells={sells} />
          <Section title={messages.saleLimits}>
            <Lockable name="saleLimits">
              <SaleLimitFields limits={limits} currency={currency} sells={sells} />
            </Lockable>
          </Section>
          <Section title={messages.safeSale}>
            <Lockable name="safeSale">
              <SafeSaleFields limits={limits} currency={currency} sells={sells} />
            </Lockable>
          </Section>
        </Fragment>
      </Customize>
    </>
  );
}

/** Texts that the shop wrote stay. */
function withPreset(settings: ShopSettings, name: LimitPreset): ShopLimits {
  const { noticeText, stopText } = settings.safeSale;
  const preset = LIMIT_PRESETS[name];
  return { ...preset, safeSale: { ...preset.safeSale, noticeText, stopText } };
}

function isPreset(settings: ShopSettings, preset: LimitPreset): boolean {
  const limits = withPreset(settings, preset);
  return NAMES.every((name) => isSame(settings[name], limits[name]));
}

/** Opens if one of its fields is invalid, so that its message is visible. */
function Customize({ children }: { readonly children: ReactNode }) {
  const messages = usePageMessages('shop-settings');
  return (
    <details
      className="group"
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary className="inline-flex min-h-12 list-none items-center gap-1 font-medium text-neutral-11">
        <ChevronRight aria-hidden strokeWidth={1.75} size={18} className="group-open:rotate-90" />
        {messages.customize}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">{children}</div>
    </details>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-neutral-4 pt-6">
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </section>
  );
}
