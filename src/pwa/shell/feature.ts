import type { ComponentType, ReactNode } from 'react';
import type { Person, Role, Session, Shop } from '../../contract/access/people.ts';
import type { AttentionItem, AttentionSubject } from '../../contract/redemption/attention.ts';
import type { RefundView } from '../../contract/redemption/refund.ts';
import type { ReturnAddress } from '../../contract/redemption/return-address.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';

export interface FeaturePageProps {
  readonly person: Person;
  /** The id in the address, if the path has one. */
  readonly id: string | undefined;
}

/** A page of a feature. Its component is loaded when it is opened. */
export interface FeaturePage {
  readonly path: string;
  /** Who may open it; null for everyone who is signed in. */
  readonly role: Role | null;
  /** False for shops that do not have the page. */
  readonly isIn?: (shop: Shop) => boolean;
  readonly Page: ComponentType<FeaturePageProps>;
}

/** How a feature is told which voucher it is about. */
export interface VoucherSubject {
  readonly code?: string;
  readonly operationId?: string;
  readonly transactionId?: string;
}

export interface VoucherSlotProps {
  readonly about: VoucherSubject;
  readonly look?: 'plain' | 'quiet';
  readonly className?: string;
}

/** What became of cards that were sent to the issuer again. */
export type SentAgain = 'done' | 'other' | 'running';

export interface CaseSlotProps {
  readonly item: AttentionItem;
  /** The case may leave the list before this is called. */
  readonly onSentAgain: (result: SentAgain) => void;
}

/** Places in pages of the core where features show something. */
export interface Slots {
  /** Beside a voucher that was checked. */
  readonly checkedVoucher?: ComponentType<VoucherSlotProps>;
  /** Where a case or a transaction names one voucher. */
  readonly knownVoucher?: ComponentType<VoucherSlotProps>;
  /** Before the actions of cases about one kind of subject. */
  readonly caseOf?: Partial<Record<AttentionSubject, ComponentType<CaseSlotProps>>>;
  /** Beside the verdict of a redemption that took money. */
  readonly receipt?: ComponentType<{ readonly view: TenderView; readonly children: ReactNode }>;
  /** Below the outcome of a refund. */
  readonly refundReceipt?: ComponentType<{ readonly view: RefundView }>;
  /** The first page of stock staff. */
  readonly stockHome?: ComponentType<FeaturePageProps>;
  /** On the page where stock staff activate cards. */
  readonly stock?: ComponentType<{ readonly onOpen: (isOpen: boolean) => void }>;
  /** A card of Today. */
  readonly today?: ComponentType;
  /** Runs while someone is signed in. */
  readonly signedIn?: ComponentType;
  /** Runs while someone who can redeem is signed in. */
  readonly till?: ComponentType;
  /** The dialog that connects a customer display. */
  readonly displayDialog?: ComponentType<{ readonly onClose: () => void }>;
  /** Replaces the layout if the till is shown in a frame. */
  readonly framed?: ComponentType<{ readonly session: Session }>;
  /** What a device shows that is a customer display. */
  readonly display?: ComponentType;
}

/**
 * A feature of the page, to be listed in `features/pwa.ts`.
 *
 * What a till needs at once is imported; everything else is lazy.
 */
export interface PageFeature {
  readonly name: string;
  readonly pages?: readonly FeaturePage[];
  readonly slots?: Slots;
  /** Asks for the address at which the register that opened a sale continues. */
  readonly returnAddressOf?: (saleId: string, awaiting: string[]) => Promise<ReturnAddress>;
  /** Fetches a page ahead, if the app is opened at its address. */
  readonly preload?: (path: string) => Promise<unknown> | null;
}
