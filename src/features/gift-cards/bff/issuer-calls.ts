import type { CreateFeatureCalls, IssuerConnection } from '../../../bff/issuer/feature-calls.ts';
import { isSameRef, OTHER_CALL } from '../../../bff/issuer/mismatch.ts';
import type { ChangeResult } from '../../../bff/issuer/port.ts';
import type { OperationAnswer } from '../../../bff/issuer/wire/operations.ts';

/** Sequence numbers of physical vouchers as printed, inclusive: leading zeros count. */
export interface SequenceRange {
  readonly start: string;
  readonly end: string;
}

export interface CardCalls {
  /**
   * POST /v1/vouchers/actions/activate. The id of a success may be empty, so never use it as a key.
   * `canDeactivate`: the issuer offers to reverse it.
   */
  activate(
    range: SequenceRange,
    onFirstByte?: () => void,
  ): Promise<
    ChangeResult<{ readonly activationId: string | null; readonly mid: string | null; readonly canDeactivate: boolean }>
  >;
  /** POST /v1/vouchers/actions/deactivate. */
  deactivate(range: SequenceRange, onFirstByte?: () => void): Promise<ChangeResult<{ readonly mid: string | null }>>;
}

declare module '../../../bff/issuer/feature-calls.ts' {
  interface FeatureCalls extends CardCalls {}
}

/** Activates and deactivates ranges of cards, over the connection of redeeming. */
export const createCardCalls: CreateFeatureCalls = ({ config, operate }: IssuerConnection): CardCalls => {
  const overRange = (name: 'activate' | 'deactivate', range: SequenceRange) => ({
    name,
    path: `/v1/vouchers/actions/${name}`,
    body: JSON.stringify({
      product_class: config.productClass,
      start_sequence_voucher_ref: range.start,
      end_sequence_voucher_ref: range.end,
    }),
    ref: null,
  });
  return {
    activate: (range, onFirstByte) =>
      operate(
        {
          ...overRange('activate', range),
          mismatch: (answer) => rangeMismatch(answer, range),
          read: ({ activationId, mid, canDeactivate }) => ({ activationId, mid, canDeactivate }),
        },
        onFirstByte,
      ),
    deactivate: (range, onFirstByte) =>
      operate(
        {
          ...overRange('deactivate', range),
          mismatch: (answer) => (answer.canDeactivate ? OTHER_CALL : rangeMismatch(answer, range)),
          read: ({ mid }) => ({ mid }),
        },
        onFirstByte,
      ),
  };
};

function rangeMismatch(answer: OperationAnswer, range: SequenceRange): string | null {
  const { captureId, authorizationId, refundId, start, end } = answer;
  if (captureId !== null || authorizationId !== null || refundId !== null) return OTHER_CALL;
  const isOtherRange =
    (start !== null && !isSameRef(start, range.start)) || (end !== null && !isSameRef(end, range.end));
  return isOtherRange ? 'the answer names different cards' : null;
}
