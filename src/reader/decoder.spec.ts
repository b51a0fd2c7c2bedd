import { describe, expect, it, vi } from 'vitest';
import {
  type CameraFrame,
  type DecodeReply,
  type DecodeRequest,
  SCAN_FORMATS,
  type SeenInPicture,
} from './decode-protocol.ts';
import { createDecoder } from './decoder.ts';

const found: SeenInPicture = {
  codes: [{ text: '1234567890', format: 'QRCode', outline: [], sure: true, looks: 1, engines: ['one'] }],
  black: false,
};
const lost: SeenInPicture = { codes: [], black: null };
const frame = { close: () => undefined, width: 2, height: 2 } as ImageBitmap;

/** A worker whose answers the test gives. */
function fakeWorker() {
  const target = new EventTarget();
  const requests: DecodeRequest[] = [];
  const worker = Object.assign(target, {
    postMessage: (request: DecodeRequest, transferred: Transferable[]) => {
      expect(transferred).toContain(request.frame);
      requests.push(request);
    },
    terminate: vi.fn<() => void>(),
  });
  return {
    worker: worker as unknown as Worker,
    requests,
    reply: (data: DecodeReply) => target.dispatchEvent(new MessageEvent('message', { data })),
    crash: () => target.dispatchEvent(new Event('error')),
  };
}

function setUp(fake = fakeWorker()) {
  const decodeHere = vi.fn<(frame: CameraFrame) => Promise<SeenInPicture>>(() => Promise.resolve(found));
  return { ...fake, decodeHere, decoder: createDecoder({ startWorker: () => fake.worker, decodeHere }) };
}

describe('decoding in a worker', () => {
  it('transfers a frame and returns the worker’s result', async () => {
    const { decoder, requests, reply, decodeHere } = setUp();
    const decoded = decoder.decode(frame, SCAN_FORMATS);
    reply({ id: requests[0]?.id ?? -1, shown: found });
    expect(await decoded).toEqual(found);
    expect(decodeHere).not.toHaveBeenCalled();
  });

  it('matches answers to frames by their ids, in any order', async () => {
    const { decoder, requests, reply } = setUp();
    const first = decoder.decode(frame, SCAN_FORMATS);
    const second = decoder.decode(frame, SCAN_FORMATS);
    reply({ id: requests[1]?.id ?? -1, shown: found });
    reply({ id: requests[0]?.id ?? -1, shown: lost });
    expect(await Promise.all([first, second])).toEqual([lost, found]);
  });

  it('works without a worker if none can be started', async () => {
    const decodeHere = () => Promise.resolve(found);
    const startWorker = () => {
      throw new TypeError('refused by the policy');
    };
    expect(await createDecoder({ startWorker, decodeHere }).decode(frame, SCAN_FORMATS)).toEqual(found);
  });

  it('drops the frame of a crashed worker, and decodes the next one on the page', async () => {
    const { decoder, crash, decodeHere, worker } = setUp();
    const underWay = decoder.decode(frame, SCAN_FORMATS);
    crash();
    expect(await underWay).toEqual(lost);
    expect(await decoder.decode(frame, SCAN_FORMATS)).toEqual(found);
    expect(decodeHere).toHaveBeenCalledOnce();
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it('decodes on the page if the worker reports that it cannot decode', async () => {
    const { decoder, requests, reply } = setUp();
    const underWay = decoder.decode(frame, SCAN_FORMATS);
    reply({ id: requests[0]?.id ?? -1, fault: 'ReferenceError: OffscreenCanvas is not defined' });
    expect(await underWay).toEqual(lost);
    expect(await decoder.decode(frame, SCAN_FORMATS)).toEqual(found);
  });

  it('answers every waiting caller when it is closed', async () => {
    const { decoder, worker } = setUp();
    const waiting = decoder.decode(frame, SCAN_FORMATS);
    decoder.close();
    expect(await waiting).toEqual(lost);
    expect(worker.terminate).toHaveBeenCalledOnce();
  });
});
