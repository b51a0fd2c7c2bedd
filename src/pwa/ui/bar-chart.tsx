import { scaleBand, scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';

/** One bar: an amount above the axis, and one below it. Both are positive, in minor units. */
export interface Bar {
  /** Text for the time or thing of the bar. */
  readonly label: string;
  readonly above: number;
  readonly below: number;
  /** The amount to compare with, drawn as a line; null without one. */
  readonly compared: number | null;
}

interface BarChartProps {
  /** The question that the chart answers. */
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly amountText: (amount: number) => string;
  /** All facts of a bar as a sentence. */
  readonly describe: (bar: Bar) => string;
  /** Shows the list behind a bar. */
  readonly onOpen?: (index: number) => void;
}

/** Number of lines across the chart; the scale chooses round amounts near it. */
const GRID_LINES = 3;

/**
 * Bars over a line at zero, with amounts at the left. A pointer or the arrow keys choose a bar,
 * whose facts are shown above the bars; a tap or Enter opens it. The page has to show the same
 * amounts as text, too.
 */
export function BarChart({ title, bars, amountText, describe, onOpen }: BarChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = bars[chosen ?? -1];
  const y = heightScale(bars);
  /* Numbers of things have no halves. */
  const ticks = y.ticks(GRID_LINES).filter(Number.isInteger);
  const choose = (event: PointerEvent<HTMLElement>) => setChosen(barAt(event, bars));
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen !== null) onOpen?.(chosen);
    const to = STEPS[event.key]?.(chosen, bars.length);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(clampTo(bars, to));
  };
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 tabular-nums">
      <figcaption className="col-span-2 min-h-10 text-label text-neutral-10 tablet:min-h-5">
        {shown && describe(shown)}
      </figcaption>
      <div aria-hidden className="relative w-max text-right text-label text-neutral-9">
        {/* The widest amount gives the column its width. */}
        <span className="invisible">{longest(ticks.map(amountText))}</span>
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: `${y(tick)}%` }}>
            {amountText(tick)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={chosen ?? 0}
        aria-valuetext={shown && describe(shown)}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setChosen(null)}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(null)}
        onClick={(event) => onOpen?.(barAt(event, bars))}
        className={`relative h-44 touch-pan-y print:h-36 ${onOpen === undefined ? '' : 'cursor-pointer'}`}
      >
        <Drawing bars={bars} y={y} ticks={ticks} chosen={chosen} />
      </div>
      <p aria-hidden className="col-start-2 flex justify-between text-label text-neutral-9">
        {axisLabels(bars).map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
    </figure>
  );
}

function heightScale(bars: readonly Bar[]) {
  const lowest = -Math.max(0, ...bars.map(({ below }) => below));
  const highest = Math.max(1, ...bars.flatMap(({ above, compared }) => [above, compared ?? 0]));
  return scaleLinear([lowest, highest], [100, 0]).nice(GRID_LINES);
}

function barAt({ clientX, currentTarget }: MouseEvent<HTMLElement>, bars: readonly Bar[]): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return clampTo(bars, Math.floor(((clientX - left) / width) * bars.length));
}

const clampTo = (bars: readonly Bar[], index: number) => Math.min(bars.length - 1, Math.max(0, index));

interface DrawingProps {
  readonly bars: readonly Bar[];
  readonly y: Up;
  readonly ticks: readonly number[];
  readonly chosen: number | null;
}

function Drawing({ bars, y, ticks, chosen }: DrawingProps) {
  const x = scaleBand(
    bars.map((_, index) => index),
    [0, 100],
  ).padding(0.24);
  const path = (heightOf: (bar: Bar) => number) => barsPath(bars, heightOf, x, y);
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={0}
          x2={100}
          y1={y(tick)}
          y2={y(tick)}
          className={tick === 0 ? 'stroke-neutral-8' : 'stroke-neutral-4'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {chosen !== null && (
        <rect
          x={(x(chosen) ?? 0) - (x.step() - x.bandwidth()) / 2}
          width={x.step()}
          height={100}
          className="fill-neutral-12 opacity-10"
        />
      )}
      <path d={path(({ above }) => above)} className="fill-accent" />
      <path d={path(({ below }) => -below)} className="fill-attention" />
      <polyline
        points={comparedPoints(bars, x, y)}
        fill="none"
        className="stroke-neutral-9"
        strokeWidth={2}
        strokeDasharray="5 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const STEPS: Readonly<Record<string, (from: number | null, count: number) => number>> = {
  ArrowRight: (from) => (from ?? -1) + 1,
  ArrowLeft: (from, count) => (from ?? count) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type Across = ReturnType<typeof scaleBand<number>>;
type Up = ReturnType<typeof scaleLinear<number, number>>;

/** All bars of one colour as one path: separate elements for a year would be most of the page. */
function barsPath(bars: readonly Bar[], heightOf: (bar: Bar) => number, x: Across, y: Up): string {
  const parts = bars.map((bar, index) => {
    const height = heightOf(bar);
    if (height === 0) return '';
    const [zero, end] = [y(0).toFixed(2), y(height).toFixed(2)];
    return `M${(x(index) ?? 0).toFixed(3)} ${zero}V${end}h${x.bandwidth().toFixed(3)}V${zero}z`;
  });
  return parts.join('');
}

function comparedPoints(bars: readonly Bar[], x: Across, y: Up): string {
  const middle = x.bandwidth() / 2;
  return bars
    .flatMap(({ compared }, index) =>
      compared === null ? [] : [`${(x(index) ?? 0) + middle},${y(compared).toFixed(2)}`],
    )
    .join(' ');
}

const longest = (texts: readonly string[]) =>
  texts.reduce((long, text) => (text.length > long.length ? text : long), '');

/** The labels of the first, the middle and the last bar. */
function axisLabels(bars: readonly Bar[]): string[] {
  const wanted = [0, Math.floor((bars.length - 1) / 2), bars.length - 1];
  return [...new Set(wanted)].flatMap((index) => bars[index]?.label ?? []);
}
