import { storageName } from '../../api/in-frame.ts';
import type { PageDeps } from '../../api/page.ts';
import { GRACE_MS } from '../limits.ts';
import { readLinkedSaleId } from './linked-sale-id.ts';

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

  /**
   * Reports that another page has the sale. The browser answers in turn, after the first request: a
   * stalled page that hears of its lock late does not take itself for a second page.
   */
  async function reportOtherPage(): Promise<void> {
    if (hasLock) return;
    await locks?.request(name, { ifAvailable: true }, () => {
      if (!hasLock) change(false);
    });
  }

  return {
    claim(onChange) {
      notify = onChange;
      void request({});
      void sleep(GRACE_MS).then(reportOtherPage);
    },
    takeOver: () => void request({ steal: true }),
  };
}

/**
 * Loads the sale each time this page receives it. @returns a promise that resolves once the owner
 * of the sale is known
 */
export function loadWhenOwned(saleLock: SaleLock, read: () => Promise<void>, leave: () => void): Promise<void> {
  return new Promise((resolve) => {
    saleLock.claim((hasLock) => {
      if (hasLock) return void read().then(resolve);
      leave();
      return resolve();
    });
  });
}
