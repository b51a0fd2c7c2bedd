import { LIMITS } from '../../../contract/limits.ts';
import type { Decoded, DecodeRequest, ScanFormat } from '../decode-protocol.ts';
import type { Engines, Reading } from './engine.ts';
import { asItIs, CENTRE_SHARE, centreOf, FILM_GLANCES, FIRST_GLANCES, type Glance, HARD_GLANCES, type View } from './glances.ts';
import { agreed, believed, isBars, isPlausible, noVotes, type Votes, vote } from './guards.ts';
import type { Luma } from './luma.ts';

/** Reads pictures with all engines together. Of several codes in a picture it gives one. */
export interface Reader {
  /**
   * Tries everything on one still picture. What it returns is sure.
   * @param withinMs begins no harder glance that would take it beyond this, going by the slowest glance so far; without it, all are made
   */
  still(picture: Luma, formats: readonly ScanFormat[], withinMs?: number): Promise<readonly Decoded[]>;
  /**
   * Looks at one frame of a film, the middle and the whole in turns. It gives up early, because the next frame is near; only every third
   * frame that shows nothing gets one of the harder glances.
   * @param turn counts frames from 0
   */
  frame(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]>;
}

/** Reads a picture as what it is: a frame of a film, by its turn, or a still picture, within the time that somebody waits for one. */
export function readAs(
  reader: Reader,
  picture: Luma,
  formats: readonly ScanFormat[],
  turn: DecodeRequest['turn'],
): Promise<readonly Decoded[]> {
  return turn === 'still' ? reader.still(picture, formats, LIMITS.stillMs) : reader.frame(picture, formats, turn);
}

/** How often a frame gets a harder glance; prime to the turns of middle and whole, so that both get all of them. */
const HARD_EVERY = 3;

/**
 * @param hardFrames whether the engines are quick enough for harder glances at a film
 * @param now milliseconds of any one clock
 */
export function createReader(engines: Engines, hardFrames: boolean, now = () => performance.now()): Reader {
  /* What read something that is not sure yet looks at the next frame too: its turn would come long after the code has left. */
  let lead: Plan | null = null;
  return {
    async still(picture, formats, withinMs = Number.POSITIVE_INFINITY) {
      const eye = glancesAt(asItIs(picture), engines, formats);
      const begun = now();
      let slowest = 0;
      for (const glance of [...FIRST_GLANCES, ...HARD_GLANCES]) {
        const before = now();
        if (!FIRST_GLANCES.includes(glance) && before - begun + slowest > withinMs) break;
        const code = await eye.with(glance);
        if (code) return [code];
        slowest = Math.max(slowest, now() - before);
      }
      return eye.believed();
    },
    async frame(picture, formats, turn) {
      const { middle, hard } = lead ?? planned(turn, hardFrames);
      const eye = glancesAt(middle ? centreOf(picture, CENTRE_SHARE) : asItIs(picture), engines, formats);
      lead = null;
      for (const glance of hard ? [...FIRST_GLANCES, hard] : FIRST_GLANCES) {
        const code = await eye.with(glance);
        if (code) return [code];
      }
      const once = eye.once();
      if (once.length > 0) lead = { middle, hard };
      return once;
    },
  };
}

/** How a frame of a film is looked at. */
interface Plan {
  /** Only the middle of it. */
  readonly middle: boolean;
  /** A harder glance after the first ones. */
  readonly hard: Glance | null;
}

function planned(turn: number, hardFrames: boolean): Plan {
  const hard = hardFrames && turn % HARD_EVERY === 0 ? FILM_GLANCES[(turn / HARD_EVERY) % FILM_GLANCES.length] : undefined;
  return { middle: turn % 2 === 0, hard: hard ?? null };
}

/** Glances at one picture again and again, and remembers which bars each glance read. */
function glancesAt(base: View, engines: Engines, formats: readonly ScanFormat[]) {
  let votes: Votes = noVotes;
  const formatsOf = {
    both: formats,
    bars: formats.filter((format) => isBars({ format })),
    squares: formats.filter((format) => !isBars({ format })),
  } as const;
  return {
    /** @returns a code that is sure: a square one, or bars on which two glances agree */
    async with(glance: Glance): Promise<Decoded | null> {
      const engine = engines[glance.engine];
      const wanted = engine ? formatsOf[glance.only].filter((format) => engine.formats.includes(format)) : [];
      const view = wanted.length > 0 ? glance.view(base.picture) : null;
      if (!engine || !view) return null;
      const place = (reading: Reading) => ({ ...reading, outline: reading.outline.map((point) => base.back(view.back(point))) });
      const readings = (await engine.read(view.picture, wanted)).filter(isPlausible).map(place);
      const square = readings.find((reading) => !isBars(reading));
      if (square) return decoded(square, true);
      votes = vote(votes, glance.name, readings);
      const bars = agreed(votes);
      return bars && decoded(bars, true);
    },
    /** What can be believed of a still picture at the end. */
    believed(): readonly Decoded[] {
      const bars = believed(votes);
      return bars ? [decoded(bars, true)] : [];
    },
    /** Bars that one glance read: another frame may confirm them. What only a harder glance read has to be firm, as two frames may mislead it alike. */
    once(): readonly Decoded[] {
      const worthwhile = [...votes.byText.values()].filter(
        ({ firm, glances }) => firm || FIRST_GLANCES.some(({ name }) => glances.has(name)),
      );
      return worthwhile.map(({ reading }) => decoded(reading, false));
    },
  };
}

function decoded({ text, format, outline }: Reading, sure: boolean): Decoded {
  return { text, format, outline, sure };
}
