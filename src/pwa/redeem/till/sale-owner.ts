import { ownName } from '../../api/in-frame.ts';
import type { PageDeps } from '../../api/page.ts';
import { heldLink } from '../link/held-link.ts';

/** A page that is loaded again gets the sale of the page before it within this time. */
const GRACE_MS = 500;

/** Lets one page at a time change the sale of this device. */
export interface SaleOwner {
  /** Asks for the sale; `onChange` is called when this page gets it, or another page has it. */
  readonly claim: (onChange: (isOwner: boolean) => void) => void;
  /** Takes the sale from the page that has it. */
  readonly takeOver: () => void;
}

/**
 * Makes the owner on top of Web Locks, which end with the page that holds them. Without them, which
 * is only so in an insecure context, every page owns the sale.
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
