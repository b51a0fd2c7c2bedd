import { describe, expect, it } from 'vitest';
import { preferredCamera } from './camera-choice.ts';
import { cameraProblem } from './camera-problem.ts';

const choose = (labels: readonly string[], remembered: string | null = null) =>
  preferredCamera(
    labels.map((label, index) => ({ deviceId: `id-${index}`, label })),
    remembered,
  )?.label ?? null;

describe('which camera is used', () => {
  it('takes the one that was chosen before', () => {
    expect(choose(['Back Camera', 'Front Camera'], 'Front Camera')).toBe('Front Camera');
  });

  it('takes another when the chosen one is gone', () => {
    expect(choose(['Front Camera', 'Back Camera'], 'Old USB camera')).toBe('Back Camera');
  });

  it('prefers the virtual lens of an iPhone, which changes to macro automatically, to its main one', () => {
    const pro = [
      'Front Camera',
      'Back Ultra Wide Camera',
      'Back Triple Camera',
      'Back Dual Wide Camera',
      'Back Camera',
    ];
    expect(choose(pro)).toBe('Back Triple Camera');
    expect(choose(pro.filter((label) => label !== 'Back Triple Camera'))).toBe('Back Dual Wide Camera');
    expect(choose(['Back Dual Camera', 'Back Telephoto Camera', 'Back Camera'])).toBe('Back Camera');
  });

  it('takes the main rear lens where there is no virtual one, not the wide or the tele one', () => {
    expect(choose(['Front Camera', 'Back Ultra Wide Camera', 'Back Telephoto Camera', 'Back Camera'])).toBe(
      'Back Camera',
    );
    expect(choose(['camera2 2, facing back', 'camera2 1, facing front', 'camera2 0, facing back'])).toBe(
      'camera2 0, facing back',
    );
    expect(choose(['Back Ultra Wide Camera'])).toBe('Back Ultra Wide Camera');
  });

  it('leaves it to the browser while labels say nothing', () => {
    expect(choose(['', ''])).toBeNull();
    expect(choose(['HD Webcam'])).toBeNull();
  });
});

describe('the problem with a camera', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['SomethingNewError', 'busy'],
  ])('reads %s as %s', (name, problem) => {
    expect(cameraProblem(new DOMException('', name))).toBe(problem);
  });
});
