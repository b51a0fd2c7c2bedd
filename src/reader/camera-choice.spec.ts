import { describe, expect, it } from 'vitest';
import { preferredCamera } from './camera-choice.ts';
import { cameraProblem } from './camera-problem.ts';

const choose = (labels: readonly string[], remembered: string | null = null) =>
  preferredCamera(
    labels.map((label, index) => ({ deviceId: `id-${index}`, label })),
    remembered,
  )?.label ?? null;

describe('the choice of camera', () => {
  it('is the camera that was chosen before', () => {
    expect(choose(['Back Camera', 'Front Camera'], 'Front Camera')).toBe('Front Camera');
  });

  it('is another camera if the chosen one is missing', () => {
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

  it('is the main rear lens if there is no virtual one, not the wide or the tele one', () => {
    expect(choose(['Front Camera', 'Back Ultra Wide Camera', 'Back Telephoto Camera', 'Back Camera'])).toBe(
      'Back Camera',
    );
    expect(choose(['camera2 2, facing back', 'camera2 1, facing front', 'camera2 0, facing back'])).toBe(
      'camera2 0, facing back',
    );
    expect(choose(['Back Ultra Wide Camera'])).toBe('Back Ultra Wide Camera');
  });

  it('is left to the browser while labels are empty', () => {
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
  ])('reports %s as %s', (name, problem) => {
    expect(cameraProblem(new DOMException('', name))).toBe(problem);
  });
});
