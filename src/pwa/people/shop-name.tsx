import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../contract/limits.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';

/** What customers know the shop by. */
export function ShopName() {
  const words = usePageWords('people');
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  return (
    <>
      <h2 className="text-section font-semibold">{words.shop}</h2>
      <FailureNotice failure={failureOrNull(error ?? save.error)} />
      {save.isSuccess && <Notice tone="done">{words.shopNameSaved(save.data.shopName)}</Notice>}
      {settings !== undefined && (
        <form
          key={settings.shopName}
          className="flex flex-wrap items-end gap-3"
          onSubmit={submitted((form) => save.mutate({ shopName: text(form, 'shop') }))}
        >
          <Field
            className="min-w-48 flex-1"
            label={words.shopName}
            name="shop"
            defaultValue={settings.shopName}
            required
            maxLength={LIMITS.nameCharsMax}
          />
          <Button type="submit" disabled={save.isPending}>
            {words.save}
          </Button>
        </form>
      )}
    </>
  );
}
