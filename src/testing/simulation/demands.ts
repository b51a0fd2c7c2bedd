import type { Reply } from '../../bff/issuer/exchange.ts';
import type { RedeemOrder } from '../../bff/issuer/port.ts';
import { magnitude } from '../../contract/money/money.ts';
import type { Fate } from './faults.ts';
import type { Author, IssuerBooks } from './ledger.ts';
import type { Answerable } from './misdelivery.ts';
import { capturedReply, refundedReply, refusedReply } from './replies.ts';

/** The sender of a POST: an attempt at an operation. */
export interface AttemptSender {
  readonly operationId: string;
  readonly attempt: number;
  readonly ref: string;
}

/** A request that moves money, as the issuer understands it. */
export interface Demand extends Answerable {
  readonly sender: AttemptSender;
  readonly act: (author: Author, fate: Fate) => Reply;
  readonly authorize: (author: Author) => void;
}

/** The requests that the issuer's ledger understands. */
export function demandsOn(ledger: Pick<IssuerBooks, 'authorize' | 'capture' | 'refund'>) {
  function redemption(sender: AttemptSender, { ref, worth }: RedeemOrder, mid: string): Demand {
    const amount = magnitude(worth);
    const order = { ref, amount, mid };
    return {
      sender,
      amount,
      words: `redeem ${ref} ${amount}`,
      authorize: (author) => ledger.authorize({ ...order, author }),
      act(author, { atMost, authorizesMs }) {
        const done = ledger.capture({ ...order, author, atMost, isAuthorized: authorizesMs !== null });
        return 'code' in done ? refusedReply(done) : capturedReply(done, amount, mid);
      },
    };
  }

  function refund(sender: AttemptSender, captureId: string, mid: string): Demand {
    return {
      sender,
      amount: 0,
      words: `refund ${captureId}`,
      authorize: () => undefined,
      act(author) {
        const done = ledger.refund({ captureId, mid, author });
        return 'code' in done ? refusedReply(done) : refundedReply(done, mid);
      },
    };
  }

  return { redemption, refund };
}
