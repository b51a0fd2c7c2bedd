import { describe, expect, it, vi } from 'vitest';
import { createLumaReader } from './frame-luma.ts';

/** A canvas on which everything drawn is white. */
function whiteCanvas() {
  const drawImage = vi.fn<() => void>();
  const getImageData = (_x: number, _y: number, width: number, height: number) =>
    ({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) }) as unknown as ImageData;
  return { width: 1, height: 1, drawImage, getContext: () => ({ drawImage, getImageData }) };
}

/**
 * A video picture of 4×2 whose rows of brightness are 1 2 3 4 and 5 6 7 8, with other bytes around
 * them.
 */
function videoPicture(changes: Partial<Record<keyof VideoFrame | 'rotation' | 'flip', unknown>> = {}) {
  const stride = 6;
  const close = vi.fn<() => void>();
  const frame = {
    format: 'NV12',
    visibleRect: { x: 0, y: 0, width: 4, height: 2 },
    displayWidth: 4,
    displayHeight: 2,
    allocationSize: () => 20,
    copyTo(bytes: Uint8Array) {
      bytes.set([99, 99, 1, 2, 3, 4, 99, 99, 5, 6, 7, 8, 99, 99]);
      return Promise.resolve([
        { offset: 2, stride },
        { offset: 14, stride },
      ]);
    },
    close,
    ...changes,
  };
  return { frame: frame as unknown as VideoFrame, close };
}

describe('the brightness of a frame', () => {
  it('is copied from the video frame in memory, whatever the length of its rows', async () => {
    const canvas = whiteCanvas();
    const { frame, close } = videoPicture();
    const { values, width, height } = await createLumaReader(canvas)(frame);
    expect([[...values], width, height]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 4, 2]);
    expect(values.buffer.byteLength).toBe(8);
    expect(canvas.drawImage).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });

  const drawnPictures = {
    'is in colours': { format: 'BGRX' },
    'lies in memory that nobody may read': { format: null },
    'is shown the other way up': { rotation: 180 },
    'is shown mirrored': { flip: true },
    'is shown larger than it is': { displayWidth: 8 },
  };
  for (const [what, changes] of Object.entries(drawnPictures)) {
    it(`is read from the drawn picture if the video frame ${what}`, async () => {
      const canvas = whiteCanvas();
      const { frame, close } = videoPicture(changes);
      const { values, width, height } = await createLumaReader(canvas)(frame);
      expect(values).toEqual(new Uint8Array(width * height).fill(255));
      expect([width, height]).toEqual([canvas.width, canvas.height]);
      expect(canvas.drawImage).toHaveBeenCalledOnce();
      expect(close).toHaveBeenCalledOnce();
    });
  }

  it('is read from the drawn picture if copying fails, and the frame is always released', async () => {
    const canvas = whiteCanvas();
    const uncopied = videoPicture({ copyTo: () => Promise.reject(new DOMException('', 'InvalidStateError')) });
    expect((await createLumaReader(canvas)(uncopied.frame)).values).toEqual(new Uint8Array(8).fill(255));
    canvas.drawImage.mockImplementationOnce(() => {
      throw new DOMException('', 'InvalidStateError');
    });
    const gone = videoPicture({ format: null });
    await expect(createLumaReader(canvas)(gone.frame)).rejects.toThrow(DOMException);
    expect([uncopied.close, gone.close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('is unavailable without a canvas', () => {
    expect(() => createLumaReader({ ...whiteCanvas(), getContext: () => null })).toThrow('no canvas');
  });
});
