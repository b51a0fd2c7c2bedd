import { X } from 'lucide-react';
import { useState } from 'react';
import { lastFour } from '../../contract/voucher/voucher.ts';
import type { Decoded, Point, ScanFormat } from '../../reader/decode-protocol.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { Button } from '../ui/button.tsx';
import { useMessages } from '../words/words.tsx';

/** Names of code types are the same in all languages. */
const NAMES: Readonly<Record<ScanFormat, string>> = {
  QRCode: 'QR',
  Code128: 'Code 128',
  EAN13: 'EAN-13',
  DataMatrix: 'Data Matrix',
  Aztec: 'Aztec',
  PDF417: 'PDF417',
  Code39: 'Code 39',
  Code39Ext: 'Code 39',
  Codabar: 'Codabar',
  ITF: 'ITF',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
};

/** Codes that were in view together, and the size of their picture. */
interface Choice {
  readonly codes: readonly Decoded[];
  readonly size: Point;
  readonly isRest: boolean;
}

export interface AllTogether {
  readonly label: (count: number) => string;
  readonly onUse: (scans: readonly ScanEvent[]) => void;
}

interface CodeChoiceProps extends Pick<Choice, 'codes'> {
  readonly onChoose: (code: Decoded) => void;
  readonly onClose: () => void;
  /** The button for all codes, or null. */
  readonly all: { readonly label: string; readonly onUse: () => void } | null;
}

/** Several codes are under the camera: each has a number on the picture, and a tap chooses one. */
export function CodeChoice({ codes, onChoose, onClose, all }: CodeChoiceProps) {
  const { camera: messages, common } = useMessages();
  return (
    <div role="group" aria-label={messages.inView(codes.length)} className="card grid gap-2 p-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{messages.inView(codes.length)}</h2>
        <Button variant="quiet" aria-label={common.close} onClick={onClose}>
          <X aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2">
        {codes.map((code, index) => (
          <li key={code.text}>
            <Button className="w-full justify-start! gap-3" onClick={() => onChoose(code)}>
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-content-center rounded-full bg-accent text-on-accent"
              >
                {index + 1}
              </span>
              <span className="min-w-0 truncate">
                {NAMES[code.format]} ··{lastFour(code.text)}
              </span>
            </Button>
          </li>
        ))}
      </ol>
      {all !== null && codes.length > 1 && (
        <Button variant="main" onClick={all.onUse}>
          {all.label}
        </Button>
      )}
    </div>
  );
}

/** Sorts codes from left to right; those without a known place come last. */
export function inReadingOrder(codes: readonly Decoded[]): readonly Decoded[] {
  return codes.toSorted((a, b) => middleOf(a).x - middleOf(b).x);
}

function middleOf({ outline }: Decoded): Point {
  if (outline.length === 0) return { x: Number.MAX_VALUE, y: 0 };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(outline.map(({ x }) => x)), y: mean(outline.map(({ y }) => y)) };
}

/**
 * The numbers over the codes, scaled like the video.
 *
 * Not every engine reports where a code is.
 */
export function CodeNumbers({ codes, size }: Pick<Choice, 'codes' | 'size'>) {
  const radius = size.y / 18;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size.x} ${size.y}`}
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {codes.map((code, index) => {
        const { text, outline } = code;
        if (outline.length === 0) return null;
        const { x, y } = middleOf(code);
        return (
          <g key={text}>
            <polygon
              points={outline.map((point) => `${point.x},${point.y}`).join(' ')}
              vectorEffect="non-scaling-stroke"
              className="fill-accent/20 stroke-accent stroke-4"
            />
            <circle cx={x} cy={y} r={radius} className="fill-accent" />
            <text
              x={x}
              y={y}
              dy="0.36em"
              textAnchor="middle"
              fontSize={radius * 1.3}
              className="fill-on-accent font-semibold"
            >
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The codes to choose from, and remaining ones, which stay available while they are in view. */
export function useChoice() {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [rest, setRest] = useState<Choice | null>(null);
  const only = (from: Choice, keep: (code: Decoded) => boolean): Choice | null => {
    const codes = from.codes.filter(keep);
    return codes.length > 0 ? { ...from, codes } : null;
  };
  return {
    choice,
    rest,
    offer(codes: Choice) {
      setChoice(codes);
      setRest(null);
    },
    take(code: Decoded) {
      setRest(choice && only({ ...choice, isRest: true }, ({ text }) => text !== code.text));
      setChoice(null);
    },
    takeAll() {
      setRest(null);
      setChoice(null);
    },
    close() {
      setRest(choice);
      setChoice(null);
    },
    reopen() {
      setChoice(rest);
      setRest(null);
    },
    forget(inView: ReadonlySet<string>) {
      if (rest?.codes.some(({ text }) => !inView.has(text))) setRest(only(rest, ({ text }) => inView.has(text)));
    },
  };
}
