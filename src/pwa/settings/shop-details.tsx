import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { shopSettingsChangeSchema } from '../../contract/access/settings.ts';
import { DAY_BEGINNINGS } from '../../contract/platform/shop-day.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, LinesField } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { usePageWords } from '../words/page-words.ts';

/** Name and address of the shop for receipts, and the start of its business day. */
export function ShopDetails() {
  const words = usePageWords('settings');
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isOdd, setOdd] = useState(false);
  const lines = (most: number) => words.paperLines(String(most), String(LIMITS.paperLineCharsMax));
  const submit = submitted((form) => {
    save.reset();
    const typed = {
      shopName: text(form, 'shop'),
      shopAddress: text(form, 'address'),
      receiptFooter: text(form, 'footer'),
      dayBegins: text(form, 'day'),
    };
    const change = shopSettingsChangeSchema.safeParse(typed);
    setOdd(!change.success);
    if (change.success) save.mutate(change.data);
  });
  return (
    <>
      <FailureNotice failure={failureOrNull(error ?? save.error)} />
      {save.isSuccess && <Notice tone="done">{words.shopNameSaved(save.data.shopName)}</Notice>}
      {settings !== undefined && (
        <form
          key={JSON.stringify([settings.shopName, settings.shopAddress, settings.receiptFooter, settings.dayBegins])}
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={submit}
        >
          <Field
            label={words.shopName}
            name="shop"
            defaultValue={settings.shopName}
            required
            maxLength={LIMITS.nameCharsMax}
          />
          <LinesField
            label={words.shopAddress}
            hint={words.shopAddressHint}
            name="address"
            rows={3}
            defaultValue={settings.shopAddress}
            aria-invalid={isOdd}
          />
          <LinesField
            label={words.receiptFooter}
            hint={words.receiptFooterHint}
            name="footer"
            rows={2}
            defaultValue={settings.receiptFooter}
            aria-invalid={isOdd}
          />
          <Select label={words.dayBegins} hint={words.dayBeginsHint} name="day" defaultValue={settings.dayBegins}>
            {DAY_BEGINNINGS.map((clock) => (
              <option key={clock} value={clock}>
                {clock}
              </option>
            ))}
          </Select>
          {isOdd && (
            <Notice tone="attention">
              {words.shopAddress}: {lines(LIMITS.addressLinesMax)} {words.receiptFooter}: {lines(LIMITS.footerLinesMax)}
            </Notice>
          )}
          <Button type="submit" className="justify-self-start" disabled={save.isPending}>
            {words.save}
          </Button>
        </form>
      )}
    </>
  );
}
