import { LIMITS } from '../../../contract/access/limits.ts';
import { shopSettingsChangeSchema } from '../../../contract/access/settings.ts';
import { DAY_BEGINNINGS } from '../../../contract/platform/shop-day.ts';
import { Field, LinesField } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { Lockable } from './setting-origin.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Name and address of the shop for receipts, and the start of its business day. */
export function ShopDetails() {
  const messages = usePageMessages('shop-settings');
  const lines = (most: number) => messages.paperLines(String(most), String(LIMITS.paperLineCharsMax));
  return (
    <SettingsForm
      names={['shopName', 'shopAddress', 'receiptFooter', 'dayBegins']}
      read={(form) => {
        const typed = {
          shopName: text(form, 'shop'),
          shopAddress: text(form, 'address'),
          receiptFooter: text(form, 'footer'),
          dayBegins: text(form, 'day'),
        };
        return shopSettingsChangeSchema.safeParse(typed).data ?? null;
      }}
      invalid={
        <>
          {messages.shopAddress}: {lines(LIMITS.addressLinesMax)} {messages.receiptFooter}:{' '}
          {lines(LIMITS.footerLinesMax)}
        </>
      }
      saved={({ shopName }) => messages.shopNameSaved(shopName)}
      saveLabel={messages.save}
    >
      {(settings, isInvalid) => (
        <>
          <Lockable name="shopName">
            <Field
              label={messages.shopName}
              name="shop"
              defaultValue={settings.shopName}
              required
              maxLength={LIMITS.nameCharsMax}
            />
          </Lockable>
          <Lockable name="shopAddress">
            <LinesField
              label={messages.shopAddress}
              hint={messages.shopAddressHint}
              name="address"
              rows={3}
              defaultValue={settings.shopAddress}
              aria-invalid={isInvalid}
            />
          </Lockable>
          <Lockable name="receiptFooter">
            <LinesField
              label={messages.receiptFooter}
              hint={messages.receiptFooterHint}
              name="footer"
              rows={2}
              defaultValue={settings.receiptFooter}
              aria-invalid={isInvalid}
            />
          </Lockable>
          <Lockable name="dayBegins">
            <Select
              label={messages.dayBegins}
              hint={messages.dayBeginsHint}
              name="day"
              defaultValue={settings.dayBegins}
            >
              {DAY_BEGINNINGS.map((clock) => (
                <option key={clock} value={clock}>
                  {clock}
                </option>
              ))}
            </Select>
          </Lockable>
        </>
      )}
    </SettingsForm>
  );
}
