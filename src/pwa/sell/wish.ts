import type { IssueRequest } from '../../contract/issue.ts';
import type { Wish as AnyWish, Unheard } from '../wishes/wish.ts';

/** An order of vouchers with the id that this page made for it. It holds no voucher. */
export interface Wish extends AnyWish {
  readonly personId: string;
  readonly order: IssueRequest;
  readonly productName: string;
}

/** An order until the server has said that it has it. */
export interface Selling extends Wish {
  readonly phase: Unheard;
}
