import type { Decoded, DecodeRequest, ScanFormat } from '../decode-protocol.ts';
import type { Effort, EngineReading, Engines } from './engine.ts';
import {
  asItIs,
  CENTRE_SHARE,
  centreOf,
  FILM_GLANCES,
  FIRST_GLANCES,
  type Glance,
  type PictureView,
  STILL_GLANCES,
  smaller,
} from './glances.ts';
import {
  agreed,
  asPrinted,
  believed,
  isBars,
  isCertain,
  isPlausible,
  isWeak,
  noVotes,
  type Vote,
  type Votes,
  vote,
} from './guards.ts';
import { createRest } from './idle.ts';
import type { Luma } from './luma.ts';

/** Reads pictures with all engines together. */
export interface Reader {
  /**
   * Tries everything on one still picture: the same glances on every machine.
   *
   * Of several codes in it it gives one. What it returns is sure.
   */
  still(picture: Luma, formats: readonly ScanFormat[]): Promise<readonly Decoded[]>;
  /**
   * Looks at one frame of a film, the middle and the whole in turns, and gives all codes that it
   * shows. It gives up early, because the next frame is near; only every third frame that shows
   * nothing gets one of the harder glances.
   * @param turn counts frames from 0
   */
  frame(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]>;
}

/** Reads a picture as what it is: a frame of a film, by its turn, or a still picture. */
export function readAs(
  reader: Reader,
  picture: Luma,
  formats: readonly ScanFormat[],
  turn: DecodeRequest['turn'],
): Promise<readonly Decoded[]> {
  return turn === 'still' ? reader.still(picture, formats) : reader.frame(picture, formats, turn);
}

/**
 * How often a frame gets a harder glance; prime to the turns of middle and whole, so that both get
 * the commonest, the diagonal.
 */
const HARD_EVERY = 3;
/** So many codes of one picture are told at most. */
const CODES_MAX = 8;
/**
 * The longer side from which a code counts as large, pixels: a Code 128 of ten figures has 90
 * modules, a QR code of a short text 25.
 */
const LARGE_PX = { bars: 360, square: 120 } as const;
/**
 * Glances at a still picture after it is settled what it shows: they may prove it or contradict it.
 * A bound in time would make a busy machine read less than a quick one.
 */
const STILL_GLANCES_AFTER = 2;

/**
 * @param hardFrames whether the engines are quick enough for harder glances at a film
 * @param now ms of a clock that only runs forward
 */
export function createReader(
  engines: Engines,
  hardFrames: boolean,
  now: () => number = () => performance.now(),
): Reader {
  /* What read something that is not sure yet looks at the next frame too: its turn would come
     long after the code has left. */
  let lead: Plan | null = null;
  const rest = createRest();
  /* Pictures that were not looked at take no turn: each kind of look would else miss its own. */
  let rested = 0;
  return {
    async still(picture, formats) {
      const eye = glancesAt(asItIs(picture), engines, formats, 1);
      let settledFor = 0;
      for (const glance of STILL_GLANCES) {
        await eye.with(glance);
        const code = eye.proven();
        if (code) return [code];
        settledFor = eye.isSettled() ? settledFor + 1 : 0;
        if (settledFor > STILL_GLANCES_AFTER) break;
      }
      return eye.believed();
    },
    async frame(picture, formats, turn) {
      if (!rest.isOver(picture, now())) {
        rested++;
        return [];
      }
      const seen = await glanceAt(picture, formats, turn - rested);
      rest.looked(seen.length > 0, now());
      return seen;
    },
  };

  async function glanceAt(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]> {
    const { middle, hard } = lead ?? planned(turn, hardFrames);
    const eye = glancesAt(middle ? centreOf(picture, CENTRE_SHARE) : asItIs(picture), engines, formats, 1);
    lead = null;
    for (const glance of hard ? [...FIRST_GLANCES, hard] : FIRST_GLANCES) {
      await eye.with(glance);
      if (eye.proven()) break;
    }
    const seen = eye.seen();
    if (seen.length === 0) return [];
    if (!eye.proven()) lead = { middle, hard };
    return withOthers(seen, await besides(seen, picture, formats));
  }

  /**
   * A code may have others beside it. They are about as far away and so about as large: beside a
   * large one a picture of a quarter of the pixels shows them in a quarter of the time.
   */
  async function besides(
    seen: readonly Decoded[],
    picture: Luma,
    formats: readonly ScanFormat[],
  ): Promise<readonly Decoded[]> {
    const view = (seen.every(isLarge) && smaller(picture)) || asItIs(picture);
    const eye = glancesAt(view, engines, formats, CODES_MAX);
    for (const glance of FIRST_GLANCES) if (glance.engine === 'main') await eye.with(glance);
    return eye.seen();
  }
}

/**
 * Whether a code like this can still be read in half the width and height: its modules are four
 * pixels wide or more, by what vouchers carry.
 */
function isLarge(code: Decoded): boolean {
  const xs = code.outline.map(({ x }) => x);
  const ys = code.outline.map(({ y }) => y);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  return code.outline.length > 1 && side >= LARGE_PX[isBars(code) ? 'bars' : 'square'];
}

/** What another glance at the same picture saw beside what is known is added. */
function withOthers(seen: readonly Decoded[], whole: readonly Decoded[]): readonly Decoded[] {
  return [...seen, ...whole.filter(({ text }) => !seen.some((code) => code.text === text))];
}

/** How a frame of a film is looked at. */
interface Plan {
  /** Only the middle of it. */
  readonly middle: boolean;
  /** A harder glance after the first ones. */
  readonly hard: Glance | null;
}

function planned(turn: number, hardFrames: boolean): Plan {
  const hard =
    hardFrames && turn % HARD_EVERY === 0 ? FILM_GLANCES.at((turn / HARD_EVERY) % FILM_GLANCES.length) : undefined;
  return { middle: turn % 2 === 0, hard: hard ?? null };
}

/** Glances at one picture again and again, and remembers what each glance read. */
function glancesAt(base: PictureView, engines: Engines, formats: readonly ScanFormat[], most: number) {
  let bars: Votes = noVotes;
  let squares: Votes = noVotes;
  const formatsOf = {
    both: formats,
    bars: formats.filter((format) => isBars({ format })),
    squares: formats.filter((format) => !isBars({ format })),
  } as const;
  return {
    async with(glance: Glance): Promise<void> {
      const engine = engines[glance.engine];
      const wanted = engine ? formatsOf[glance.only].filter((format) => engine.formats.includes(format)) : [];
      const view = wanted.length > 0 ? glance.view(base.picture) : null;
      if (!engine || !view) return;
      const place = (reading: EngineReading) => ({
        ...reading,
        outline: reading.outline.map((point) => base.back(view.back(point))),
      });
      const effort: Effort = { most, isEnlarged: glance.isEnlarged ?? false };
      const read = await engine.read(view.picture, wanted, effort);
      const readings = read
        .map((reading) => asPrinted(reading, formats))
        .filter(isPlausible)
        .map(place)
        .map((reading) => (glance.isUnsure ? { ...reading, firm: false } : reading));
      const by = { name: glance.name, engine: engine.name };
      squares = vote(
        squares,
        by,
        readings.filter((reading) => !isBars(reading)),
      );
      bars = vote(bars, by, readings.filter(isBars));
    },
    /** A code that this picture alone proves: a square one, or bars on which two glances agree. */
    proven(): Decoded | null {
      const [square] = squares.byText.values();
      if (square) return decoded(square, isCertain(square.reading));
      const both = agreed(bars);
      return both && decoded(both, true);
    },
    /** Whether more glances would hardly change anything: one at weak bars is too little. */
    isSettled(): boolean {
      const code = believed(bars);
      return code !== null && (code.glances.size > 1 || !isWeak(code.reading));
    },
    /** What can be believed of a still picture at the end. */
    believed(): readonly Decoded[] {
      const code = believed(bars);
      return code ? [decoded(code, true)] : [];
    },
    /**
     * All that was read, with the looks that count; other frames may confirm it. Bars that only a
     * harder glance read have to be firm, as two frames may mislead it alike.
     */
    seen(): readonly Decoded[] {
      const worthwhile = [...bars.byText.values()].filter(
        ({ firm, glances }) => firm || FIRST_GLANCES.some(({ name }) => glances.has(name)),
      );
      return [...squares.byText.values(), ...worthwhile].map((each) => decoded(each, isCertain(each.reading)));
    },
  };
}

function decoded({ reading, glances, engines }: Vote, sure: boolean): Decoded {
  const { text, format, outline } = reading;
  return { text, format, outline, sure, looks: isWeak(reading) ? engines.size : glances.size, engines: [...engines] };
}
