import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** Names another shop of the merchant by its number at the issuer. */
export function NameShop({ mid, onNamed }: { readonly mid: string; readonly onNamed: () => void }) {
  const messages = usePageMessages('voucher-history');
  const { data: settings } = useQuery(settingsQuery);
  const save = useSetSettings();
  if (settings === undefined) return null;
  const submit = submitted((form) => {
    const name = text(form, 'name').trim();
    if (name === '') return;
    const otherShops = settings.shopNames.filter((shop) => shop.mid !== mid);
    save.mutate({ shopNames: [...otherShops, { mid, name }] }, { onSuccess: onNamed });
  });
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
      <Field
        className="min-w-0 flex-1 basis-48"
        label={messages.shopName}
        hint={messages.shopNameHint}
        name="name"
        required
        autoFocus
        maxLength={LIMITS.nameCharsMax}
      />
      <Button type="submit" disabled={save.isPending}>
        {messages.shopNameSave}
      </Button>
      <FailureNotice failure={failureOrNull(save.error)} />
      {save.isSuccess && <Notice tone="done">{messages.shopNamed}</Notice>}
    </form>
  );
}
