import { ownName } from '../../api/in-frame.ts';
import type { PageDeps } from '../../api/page.ts';
import { heldLink } from '../link/held-link.ts';

/** Time for a reloaded page to receive the sale from its previous instance. */
const GRACE_MS = 500;

/** Lets only one page at a time change the sale of this device. */
export interface SaleOwner {
  /** Requests the sale. `onChange` is called when this page or another one receives it. */
  readonly claim: (onChange: (isOwner: boolean) => void) => void;
  /** Takes the sale from the page that has it. */
  readonly takeOver: () => void;
}

/**
 * Uses Web Locks, which end with the page that holds them. Without them, which happens only in an
 * insecure context, every page owns the sale.
 */
export function createSaleOwner(
  { sleep }: Pick<PageDeps, 'sleep'>,
  locks: LockManager | undefined = navigator.locks,
): SaleOwner {
  const name = ownName(`tillside sale ${heldLink() ?? 'current'}`);
  let isOwner = false;
  let hear: (isOwner: boolean) => void = () => undefined;

  function change(next: boolean): void {
    isOwner = next;
    hear(next);
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
      hear = onChange;
      void request({});
      void sleep(GRACE_MS).then(() => isOwner || change(false));
    },
    takeOver: () => void request({ steal: true }),
  };
}
