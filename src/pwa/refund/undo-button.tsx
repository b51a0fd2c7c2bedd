import { Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import type { Role } from '../../contract/access/people.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { fetchPageMessages } from '../words/page-words.ts';
import { useLanguage, useMessages } from '../words/words.tsx';
import { refundOffer } from './offer.ts';
import { outcomeOf, toneOf } from './pending-refund.ts';
import { useRefundStore, useRefunds } from './use-refunds.ts';

const loadDialog = () => import('./refund-dialog.tsx');
const RefundDialog = lazy(() => loadDialog().then(({ RefundDialog: dialog }) => ({ default: dialog })));

/**
 * Undo or refund while it is offered, then its status. Both open the dialog.
 *
 * `brief`: in a list, an action that needs a manager is only an icon.
 */
export function UndoButton({ tender, role, className = '', brief = false }: UndoProps) {
  const { undo } = useMessages();
  const { open } = useRefundStore();
  const refunding = useRefunds().byTender.get(tender.id);
  if (refunding === undefined || tender.state === 'refunded') {
    // Only an offer that expires needs a clock.
    const offered = { tender, role, className, brief };
    return tender.canUndoUntil === null ? <Offered {...offered} now={0} /> : <Running {...offered} />;
  }
  return (
    <Button variant="quiet" className={className} onClick={() => open(tender)}>
      <Chip tone={toneOf(refunding.phase)}>{undo.outcomes[outcomeOf(refunding.phase)]}</Chip>
    </Button>
  );
}

interface UndoProps {
  readonly tender: TenderView;
  readonly role: Role;
  readonly className?: string;
  readonly brief?: boolean;
}

function Running(props: UndoProps) {
  return <Offered {...props} now={useNow(1_000)} />;
}

function Offered({ tender, role, className, brief, now }: UndoProps & { readonly now: number }) {
  const { undo } = useMessages();
  const { wait } = useFormat();
  const { language } = useLanguage();
  const { open } = useRefundStore();
  const offer = refundOffer(tender, role, now);
  const isOffered = offer !== null;
  // Preloads the dialog. If this fails offline, it loads on first use.
  useEffect(() => {
    if (isOffered)
      Promise.all([loadDialog(), fetchPageMessages('refund', language), fetchPageMessages('approval', language)]).catch(
        () => undefined,
      );
  }, [isOffered, language]);
  if (offer === null) return null;
  const more = { undo: () => undo.left(wait('leftMs' in offer ? offer.leftMs : 0)), approved: () => undo.withManager };
  return (
    <Button variant="quiet" className={`flex-wrap ${className ?? ''}`} onClick={() => open(tender)}>
      <Undo2 aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
      <span className={brief && offer.kind === 'approved' ? 'spoken' : 'contents'}>
        {offer.kind === 'undo' ? undo.undo : undo.refund}{' '}
        {offer.kind !== 'refund' && <span className="text-label font-normal text-neutral-9">{more[offer.kind]()}</span>}
      </span>
    </Button>
  );
}

/** The dialog for the redemption to refund, for all buttons that open it. */
export function RefundHost() {
  const { open } = useRefunds();
  const { close } = useRefundStore();
  // Closes the dialog when the till locks, because the next user did not open it.
  useEffect(() => close, [close]);
  return (
    open !== null && (
      <Suspense>
        <RefundDialog key={open.id} tender={open} />
      </Suspense>
    )
  );
}
