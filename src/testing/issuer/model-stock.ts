import type { ChangeResult, ClientVoucher, IssuerReply, Product } from '../../bff/issuer/port.ts';
import { toVoucherState } from '../../bff/issuer/voucher-state.ts';
import type { Clock } from '../../bff/platform/base/ports.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';

/**
 * The fault of the next activation or request for vouchers. Commit and answer fail independently.
 */
export interface StockFault {
  readonly commit: 'now' | 'never' | { readonly afterMs: number };
  /** `not-sent` is true only with `commit: 'never'`, as is an explicit refusal. */
  readonly answer: 'normal' | 'lost' | 'not-sent' | Refusal | { readonly afterMs: number };
  /** Issues only this number. */
  readonly only?: number;
}

interface SequenceRange {
  readonly start: string;
  readonly end: string;
}

interface IssueOrder {
  readonly productCode: string;
  readonly quantity: number;
  readonly faceValue?: number;
  readonly idempotencyKey: string;
}

type Issued = ChangeResult<{ readonly requestId: string | null; readonly vouchers: readonly ClientVoucher[] }>;
type Activated = ChangeResult<{ readonly activationId: string | null; readonly mid: string | null; readonly canDeactivate: boolean }>;

/**
 * The part of the model issuer for cards and for vouchers to sell, with its own records of both. Its
 * types are its own, so that tests of the core need neither feature.
 */
export interface ModelStock {
  activate(range: SequenceRange, onFirstByte?: () => void): Promise<Activated>;
  deactivate(range: SequenceRange, onFirstByte?: () => void): Promise<ChangeResult<{ readonly mid: string | null }>>;
  issue(order: IssueOrder): Promise<Issued>;
  catalogue(): Promise<IssuerReply<readonly Product[]>>;
  product(code: string): Promise<IssuerReply<Product>>;
  vouchersById(ids: readonly string[]): Promise<IssuerReply<readonly ClientVoucher[]>>;
  failNextRanges(...faults: StockFault[]): void;
  /** From now on a range that has one of these cards is refused whole. */
  voidCards(...numbers: string[]): void;
  /** The same for requests to deactivate ranges. */
  failNextDeactivations(...faults: StockFault[]): void;
  failNextIssues(...faults: StockFault[]): void;
  /** Ranges whose cards were activated, as often as that happened. */
  activated(): readonly SequenceRange[];
  /** Deactivated ranges, including repetitions. */
  deactivated(): readonly SequenceRange[];
  /** Ranges of all requests to deactivate. */
  deactivationsTried(): readonly SequenceRange[];
  /** From now on, activations cannot be reversed. */
  offerNoWayBack(): void;
  /** Ranges that arrived or were tried. */
  rangesTried(): readonly SequenceRange[];
  /** Requests for vouchers that arrived or were tried. */
  ordersTried(): readonly IssueOrder[];
  /** Codes of all vouchers that were ever issued. */
  issuedCodes(): readonly string[];
  /** Something happened to a voucher since it was issued. */
  changeIssued(code: string, change: Partial<ClientVoucher>): void;
  /** From now on the shop has no credentials of the client API. */
  stopSelling(): void;
}

const GOOD: StockFault = { commit: 'now', answer: 'normal' };
const VOIDED: StockFault = { commit: 'never', answer: { reason: 'void', issuerCode: 'ERV0006', issuerText: 'Void' } };
export const OUT_OF_STOCK: Refusal = { reason: 'issuer-declined', issuerCode: '400-0C6', issuerText: 'Over stock' };
const BROKEN = { outcome: 'unknown', reason: 'the connection broke' } as const;
const NOT_CONFIGURED = { outcome: 'not-configured' } as const;

export const MODEL_PRODUCTS: readonly Product[] = [
  modelProduct({ code: 'GIFT10', name: 'Ten dollars', amount: 1000, isOpenValue: false }),
  modelProduct({ code: 'GIFTOPEN', name: 'Your amount', amount: null, isOpenValue: true }),
];

export function createModelStock({ clock }: { clock: Clock }): ModelStock {
  const rangeFaults: StockFault[] = [];
  const voided: string[] = [];
  const wayBackFaults: StockFault[] = [];
  const issueFaults: StockFault[] = [];
  const activated: SequenceRange[] = [];
  const deactivated: SequenceRange[] = [];
  const deactivationsTried: SequenceRange[] = [];
  const rangesTried: SequenceRange[] = [];
  let canDeactivate = true;
  const ordersTried: IssueOrder[] = [];
  const answers = new Map<string, Issued>();
  const codes: string[] = [];
  const issued = new Map<string, ClientVoucher>();
  let sells = true;

  /** Commits and answers according to the fault. */
  async function serve<T>(fault: StockFault, commit: () => ChangeResult<T>, onFirstByte?: () => void): Promise<ChangeResult<T>> {
    if (fault.answer === 'not-sent') return { outcome: 'not-sent', reason: 'connection refused' };
    try {
      onFirstByte?.();
    } catch {
      return { outcome: 'not-sent', reason: 'held back' };
    }
    if (typeof fault.answer === 'object' && 'reason' in fault.answer) return { outcome: 'declined', refusal: fault.answer };
    if (typeof fault.commit === 'object') void clock.sleep(fault.commit.afterMs).then(commit);
    const done = fault.commit === 'now' ? commit() : null;
    if (typeof fault.answer === 'object') await clock.sleep(fault.answer.afterMs);
    return fault.answer === 'lost' || done === null ? BROKEN : done;
  }

  /** Carries a request out once per key; repetitions get the same answer. */
  function carryOut(order: IssueOrder, only: number): Issued {
    const known = answers.get(order.idempotencyKey);
    if (known) return known;
    const vouchers = Array.from({ length: Math.min(only, order.quantity) }, (_, index) => modelVoucher(order, codes.length + 1 + index));
    codes.push(...vouchers.map(({ ref }) => ref));
    for (const voucher of vouchers) issued.set(voucher.voucherId, voucher);
    const value = { requestId: null, vouchers };
    const answer: Issued =
      vouchers.length === order.quantity ? { outcome: 'succeeded', value } : { outcome: 'partial', value, refusal: OUT_OF_STOCK };
    answers.set(order.idempotencyKey, answer);
    return answer;
  }

  return {
    stopSelling() {
      sells = false;
    },
    failNextRanges: (...faults) => void rangeFaults.push(...faults),
    voidCards: (...numbers) => void voided.push(...numbers),
    failNextDeactivations: (...faults) => void wayBackFaults.push(...faults),
    offerNoWayBack() {
      canDeactivate = false;
    },
    failNextIssues: (...faults) => void issueFaults.push(...faults),
    activated: () => activated,
    deactivated: () => deactivated,
    deactivationsTried: () => deactivationsTried,
    rangesTried: () => rangesTried,
    ordersTried: () => ordersTried,
    issuedCodes: () => codes,
    activate({ start, end }, onFirstByte) {
      rangesTried.push({ start, end });
      const commit = () => {
        activated.push({ start, end });
        return { outcome: 'succeeded', value: { activationId: null, mid: null, canDeactivate } } as const;
      };
      return serve(rangeFaults.shift() ?? (isIn(voided, { start, end }) ? VOIDED : GOOD), commit, onFirstByte);
    },
    deactivate({ start, end }, onFirstByte) {
      deactivationsTried.push({ start, end });
      const commit = () => {
        deactivated.push({ start, end });
        return { outcome: 'succeeded', value: { mid: null } } as const;
      };
      return serve(wayBackFaults.shift() ?? GOOD, commit, onFirstByte);
    },
    issue(order) {
      if (!sells) return Promise.resolve(NOT_CONFIGURED);
      ordersTried.push(order);
      const fault = issueFaults.shift() ?? GOOD;
      return serve(fault, () => carryOut(order, fault.only ?? order.quantity));
    },
    changeIssued(code, change) {
      const [id, voucher] = [...issued].find(([, { ref }]) => ref === code) ?? [];
      if (id !== undefined && voucher) issued.set(id, { ...voucher, ...change });
    },
    vouchersById(ids) {
      if (!sells) return Promise.resolve(NOT_CONFIGURED);
      return Promise.resolve({ outcome: 'found', value: ids.flatMap((id) => issued.get(id) ?? []) });
    },
    catalogue: () => Promise.resolve(sells ? { outcome: 'found', value: MODEL_PRODUCTS } : NOT_CONFIGURED),
    product(code) {
      if (!sells) return Promise.resolve(NOT_CONFIGURED);
      const value = MODEL_PRODUCTS.find((product) => product.code === code);
      return Promise.resolve(value ? { outcome: 'found', value } : { outcome: 'absent' });
    },
  };
}

const isIn = (cards: readonly string[], { start, end }: SequenceRange) =>
  cards.some((card) => card.length === start.length && card >= start && card <= end);

function modelProduct(own: Pick<Product, 'code' | 'name' | 'amount' | 'isOpenValue'>): Product {
  const rest = { isValueBased: true, isStatusAvailable: true, isMultipleUse: true, currency: 'SGD' };
  return { ...own, ...rest, description: null, termsAndConditions: null };
}

function modelVoucher({ productCode, faceValue = 1000 }: IssueOrder, number: number): ClientVoucher {
  const code = `SOLD${String(number).padStart(8, '0')}`;
  return {
    ...toVoucherState('client', {
      ref: code,
      status: 'active',
      rawStatus: 'active',
      holds: faceValue,
      unit: 'SGD',
      expiresAt: Date.UTC(2031, 0, 15),
      product: { code: productCode, name: 'Gift' },
      singleUse: false,
    }),
    voucherId: `voucher-${number}`,
    name: 'Gift',
    url: `https://vouchers.example/v/${number}`,
    shortUrl: null,
    shortUrlPin: '0042',
  };
}
