import type { ComponentType, ReactNode } from 'react';
import type { ApprovableOperation } from '../../contract/access/approval.ts';
import type { Person, Role, Session, Shop } from '../../contract/access/people.ts';
import type { TrailLine } from '../../contract/platform/audit.ts';
import type { DocumentKind } from '../../contract/platform/document-kind.ts';
import type { AttentionItem, AttentionSubject } from '../../contract/redemption/attention.ts';
import type { RefundView } from '../../contract/redemption/refund.ts';
import type { CheckAnswer } from '../../contract/voucher/voucher.ts';
import type { PUBLIC_ADDRESSES } from './addresses.ts';

type PublicAddress = (typeof PUBLIC_ADDRESSES)[number];

export interface FeaturePageProps {
  readonly person: Person;
  /** The id in the address, if the path has one. */
  readonly id: string | undefined;
}

/** A page of a feature. Its component is loaded when it is opened. */
export interface FeaturePage {
  readonly path: string;
  /** The required role; null for all signed-in users. */
  readonly role: Role | null;
  /** False for shops that do not have the page. */
  readonly isIn?: (shop: Shop) => boolean;
  readonly Page: ComponentType<FeaturePageProps>;
}

/** The voucher that a feature's component is about. */
export interface VoucherSubject {
  readonly code?: string | undefined;
  readonly operationId?: string | undefined;
  readonly transactionId?: string | undefined;
}

export interface VoucherSlotProps {
  readonly about: VoucherSubject;
  readonly look?: 'plain' | 'quiet';
  readonly className?: string;
}

export interface SaleSlotProps {
  readonly saleId: string;
}

export interface FirstPinProps {
  readonly person: Person;
  readonly saleWaits: boolean;
}

/** The result of sending cards to the issuer again. */
export type SentAgain = 'done' | 'other' | 'running';

export interface CaseSlotProps {
  readonly item: AttentionItem;
  /** The case may leave the list before this is called. */
  readonly onSentAgain: (result: SentAgain) => void;
}

export interface PrintButtonProps {
  readonly what: DocumentKind;
  /** Id of the document's subject. */
  readonly subject: string;
  /** The element of the document on this page; null while it is not rendered. */
  readonly paper: () => HTMLElement | null;
  /** The document itself is marked as a copy. */
  readonly isMarkedCopy?: boolean;
  /** The first print opens the cash drawer, if a manager has set that for the printer. */
  readonly drawer?: boolean;
  readonly look?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

/** Documents that are printed one after the other on this device's printer. */
export interface PrintSeriesProps {
  readonly what: DocumentKind;
  readonly subjects: readonly string[];
  /** One element per subject. */
  readonly paper: ReactNode;
  /** True once all elements are rendered. */
  readonly isReady: boolean;
  /** Describes the progress, by the number of documents sent. */
  readonly progressOf: (sent: number) => string;
  /** Buttons after those of the printouts. */
  readonly children: ReactNode;
}

/** The printer of this device. */
export interface DevicePrinter {
  /** Renders its children with the printer's name; null if the device has none. */
  readonly Name: ComponentType<{ readonly children: (name: string | null) => ReactNode }>;
  readonly PrintSeries: ComponentType<PrintSeriesProps>;
}

export interface RequestApprovalProps {
  /** Id of the request. */
  readonly id: string;
  readonly operation: ApprovableOperation;
  /** The operation can be sent now. */
  readonly onApproved: () => void;
}

/** What waits for a manager besides cases. */
export interface WaitingForManager {
  readonly query: {
    readonly queryKey: readonly string[];
    readonly queryFn: (asked: { readonly signal: AbortSignal }) => Promise<readonly unknown[]>;
    readonly networkMode: 'always';
    readonly refetchInterval: number;
  };
  /** Shown before the cases. */
  readonly List: ComponentType;
}

/**
 * Places in pages of the core where features show something. The core wraps them in a `Suspense`
 * for what they load.
 */
export interface Slots {
  /**
   * A button: in the header of a checked voucher's panel, in the body of a refused one, and on each
   * training card. It sends no request before it is pressed.
   */
  readonly checkedVoucher?: ComponentType<VoucherSlotProps>;
  /** On the verdict that finishes a sale, after its buttons. */
  readonly finishedSale?: ComponentType<SaleSlotProps>;
  /**
   * Below the balance of a checked voucher, and in the body of a refused one: what the feature
   * added to the answer. Null without such a fact.
   */
  readonly checkFacts?: ComponentType<{ readonly check: CheckAnswer }>;
  /** Next to a voucher in a case or a transaction. */
  readonly knownVoucher?: ComponentType<VoucherSlotProps>;
  /** In the history of a voucher, for managers. */
  readonly voucherHistory?: ComponentType<VoucherSlotProps>;
  /** Before the actions of cases about one kind of subject. */
  readonly caseOf?: Partial<Record<AttentionSubject, ComponentType<CaseSlotProps>>>;
  /** Prints a document of the page, see {@link PrintButton}. */
  readonly printButton?: ComponentType<PrintButtonProps>;
  readonly devicePrinter?: DevicePrinter;
  readonly refundReceipt?: ComponentType<{ readonly view: RefundView }>;
  /** The first page of stock staff. */
  readonly stockHome?: ComponentType<FeaturePageProps>;
  /** The activation of a card, by its printed number. */
  readonly cardNumber?: ComponentType<{ readonly sequence: string }>;
  /** Lines of the audit trail. */
  readonly trailLines?: ComponentType<{ readonly lines: readonly TrailLine[] }>;
  readonly today?: ComponentType;
  /** Below the figures of a manager's first page. */
  readonly todayChart?: ComponentType;
  /** Replaces the PIN entry for a person who has no PIN yet. */
  readonly firstPin?: ComponentType<FirstPinProps>;
  /** Below the names on the lock screen of a server with several shops: one line high. */
  readonly lockScreen?: ComponentType;
  /** In the menu of managers. */
  readonly managerMenu?: ComponentType<{ readonly onGo: () => void }>;
  readonly signedIn?: ComponentType;
  /** Below the header of every page, so that it covers no button. */
  readonly notice?: ComponentType;
  /** In the menu of managers, if the server has several shops. */
  readonly shopChoice?: ComponentType;
  /** Below the header, in another shop than the device's. */
  readonly visit?: ComponentType;
  /** In the list of devices, below a device's name. */
  readonly deviceRow?: ComponentType<{ readonly id: string }>;
  /** Below the list of devices. */
  readonly devices?: ComponentType;
  /** Runs while a manager is signed in. */
  readonly manager?: ComponentType;
  /** On the start page of managers, and in the count of what needs one. */
  readonly waitingForManager?: WaitingForManager;
  /** Next to the PIN of a manager who approves a request. */
  readonly requestApproval?: ComponentType<RequestApprovalProps>;
  /** Runs while someone who can redeem is signed in. */
  readonly till?: ComponentType;
  /** The dialog that connects a customer display. */
  readonly displayDialog?: ComponentType<{ readonly onClose: () => void }>;
  /** On the till above the codes and the sale: about the register that opened the sale. */
  readonly saleHeader?: ComponentType;
  /** Leaves the sale of a register while the outcome of a redemption is unknown. */
  readonly backToRegister?: ComponentType;
  /** Replaces the layout if the till is shown in a frame. */
  readonly framed?: ComponentType<{ readonly session: Session }>;
  /** The content of a customer display. */
  readonly display?: ComponentType;
}

/**
 * A feature of the page, listed in `features/pwa.ts`.
 *
 * Code that a till needs at once is imported; everything else is lazy.
 */
export interface PageFeature {
  readonly name: string;
  readonly pages?: readonly FeaturePage[];
  /** Pages at {@link PUBLIC_ADDRESSES}, by their address. */
  readonly publicPages?: Readonly<Partial<Record<PublicAddress, ComponentType>>>;
  /** Loads a part that runs on every enrolled device, locked or not. */
  readonly loadEnrolled?: () => Promise<ComponentType>;
  readonly slots?: Slots;
  /** Preloads a page if the app is opened at its address. */
  readonly preload?: (path: string) => Promise<unknown> | null;
}
