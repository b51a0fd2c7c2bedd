import type { Scope } from '../../../bff/platform/base/scope.ts';

/** Tables of approvals on other devices. Times as in `schema.ts`. */
export interface RemoteApprovalTables {
  /** A request sent to managers on their own devices. */
  asked_approval: {
    shop: Scope;
    operation_id: string;
    wish_hash: string;
    kind: 'issue' | 'activation' | 'refund' | 'tender' | 'reprint';
    /** The details for managers and the trail: JSON, without any code of a voucher. */
    about: string;
    person_id: string;
    device_id: string;
    /** The answer must arrive before this time. */
    expires_at: number;
    answer: 'approved' | 'refused' | null;
    answered_by: string | null;
  };
}
