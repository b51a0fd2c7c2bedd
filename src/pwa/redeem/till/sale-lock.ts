import { storageName } from '../../api/in-frame.ts';
import type { PageDeps } from '../../api/page.ts';
import { readLinkedSaleId } from '../link/linked-sale-id.ts';

/** Time for a reloaded page to receive the sale from its previous instance. */
const GRACE_MS = 500;

/** Lets only one page at a time change the sale of this device. */
export interface SaleLock {
  /** Requests the sale. `onChange` is called when this page or another one receives it. */
  readonly claim: (onChange: (hasLock: boolean) => void) => void;
  /** Takes the sale from the page that has it. */
  readonly takeOver: () => void;
}

/**
 * Uses Web Locks, which end with the page that holds them. In an insecure context, which has no Web
 * Locks, every page owns the sale.
 */
export function createSaleLock(
  { sleep }: Pick<PageDeps, 'sleep'>,
  locks: LockManager | undefined = navigator.locks,
): SaleLock {
  const name = storageName(`tillside sale ${readLinkedSaleId() ?? 'current'}`);
  let hasLock = false;
  let notify: (hasLock: boolean) => void = () => undefined;

  function change(next: boolean): void {
    hasLock = next;
    notify(next);
  }

  async function request(options: LockOptions): Promise<void> {
    if (locks === undefined) return change(true);
    try {
      await locks.request(name, options, () => {
        change(true);
        return new Promise<never>(() => undefined);
      });
    } catch (error) {
      const isStolen = error instanceof DOMException && error.name === 'AbortError';
      if (!isStolen) return change(true);
      change(false);
      void request({});
    }
  }

  return {
    claim(onChange) {
      notify = onChange;
      void request({});
      void sleep(GRACE_MS).then(() => hasLock || change(false));
    },
    takeOver: () => void request({ steal: true }),
  };
}
