import { useQuery } from '@tanstack/react-query';
import { failureOrNull } from '../api/failure.ts';
import { shopLockQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useUnlockShop } from './use-people.ts';

/** Says that wrong PINs keep everybody but managers out of the shop, and ends it. Nothing as long as they do not. */
export function ShopLock() {
  const words = usePageWords('people');
  const { data: lock, error } = useQuery(shopLockQuery);
  const unlock = useUnlockShop();
  const held = lock?.locked === true || lock?.waiting === true;
  const failure = failureOrNull(error ?? unlock.error);
  if (!held && failure === null && !unlock.isSuccess) return null;
  return (
    <div className="grid gap-3 till:col-span-2">
      <FailureNotice failure={failure} />
      {held && (
        <section aria-label={words.unlockShop} className="grid gap-3 rounded-button bg-attention-tint p-3 text-attention-ink">
          <p role="status" className="font-medium">
            {lock.locked ? words.shopLocked : words.shopWaits}
          </p>
          <Button className="justify-self-start" disabled={unlock.isPending} onClick={() => unlock.mutate()}>
            {words.unlockShop}
          </Button>
        </section>
      )}
      {!held && unlock.isSuccess && <Notice tone="done">{words.shopUnlocked}</Notice>}
    </div>
  );
}
