import type { Reply } from '../../bff/issuer/exchange.ts';
import type { Garbled } from './faults.ts';
import type { LedgerCapture, LedgerRefund, LedgerRefusal } from './ledger.ts';

/** The issuer's answers as transmitted, for production's readers. */

export function capturedReply(capture: Pick<LedgerCapture, 'captureId' | 'ref' | 'amount'>, asked: number, mid: string): Reply {
  const { captureId, ref, amount } = capture;
  const data = {
    authorization_id: `a${captureId}`,
    capture_id: captureId,
    mid,
    captured_amount: amount,
    authorized_amount: asked,
    vouchers: [{ ref }],
  };
  const links = [{ rel: 'refund', href: `/api/transactions/edr-${captureId}/actions/refund` }];
  return answer(200, { data, meta: { status: 'succeeded' }, links });
}

export function refundedReply(refund: LedgerRefund, mid: string): Reply {
  return answer(200, { data: { mid, refund_id: refund.refundId }, meta: { status: 'succeeded' } });
}

export function refusedReply({ code }: LedgerRefusal): Reply {
  return answer(400, failed(code));
}

/** An answer with contradictory amounts; null if it has none. */
export function contradictoryReply(whole: Reply): Reply | null {
  if (whole.kind !== 'answer') return null;
  const text = whole.text.replace(/"authorized_amount":(\d+)/, (_, asked: string) => `"authorized_amount":${Number(asked) + 1}`);
  return text === whole.text ? null : { ...whole, text };
}

/** An answer that got lost on its way, or was never the issuer's. `whole` is what it would have been. */
export function garbledReply(kind: Garbled, whole: Reply | null): Reply {
  switch (kind) {
    case '401':
    case '402':
    case '408':
    case '429':
      return answer(Number(kind), failed('ERV0009'));
    case '500':
      return answer(500, failed('ERV1202'));
    case '200-failed':
      return answer(200, failed('ERV4711'));
    case 'half':
      return { kind: 'answer', status: 200, text: (whole?.kind === 'answer' ? whole.text : '{"data":{}}').slice(0, 40) };
    case 'no-id':
      return answer(200, { data: {}, meta: { status: 'succeeded' } });
    default:
      return { kind: 'answer', status: Number(kind.slice(0, 3)), text: '<html><title>Gateway</title></html>' };
  }
}

export function silence(sent: boolean, reason: string): Reply {
  return { kind: 'silence', sent, reason };
}

function answer(status: number, body: object): Reply {
  return { kind: 'answer', status, text: JSON.stringify(body) };
}

function failed(code: string): object {
  return { meta: { status: 'failed', messages: [{ code, level: 'error', text: 'No.' }] } };
}
