import type { Decoded, ScanFormat } from '../decoded.ts';
import type { Engines, Reading } from './engine.ts';
import { agreed, believed, isBars, isPlausible, noVotes, type Votes, vote } from './guards.ts';
import { asItIs, CENTRE_SHARE, centreOf, FIRST_LOOKS, HARD_LOOKS, type Look, type View } from './looks.ts';
import type { Luma } from './luma.ts';

/** Reads pictures with all engines together. Of several codes in a picture it gives one. */
export interface Reader {
  /** Tries everything on one still picture. What it returns is sure. */
  still(picture: Luma, formats: readonly ScanFormat[]): Promise<readonly Decoded[]>;
  /**
   * Looks at one frame of a film, the middle and the whole in turns. It gives up early, because the next frame is near; only every third
   * frame that shows nothing gets one of the harder looks.
   * @param turn counts frames from 0
   */
  frame(picture: Luma, formats: readonly ScanFormat[], turn: number): Promise<readonly Decoded[]>;
}

/** How often a frame gets a harder look; prime to the turns of middle and whole, so that both get all of them. */
const HARD_EVERY = 3;

/** @param hardFrames whether the engines are quick enough for harder looks at a film */
export function createReader(engines: Engines, hardFrames: boolean): Reader {
  return {
    async still(picture, formats) {
      const looking = lookAt(asItIs(picture), engines, formats);
      for (const look of [...FIRST_LOOKS, ...HARD_LOOKS]) {
        const code = await looking.with(look);
        if (code) return [code];
      }
      return looking.believed();
    },
    async frame(picture, formats, turn) {
      const view = turn % 2 === 0 ? centreOf(picture, CENTRE_SHARE) : asItIs(picture);
      const looking = lookAt(view, engines, formats);
      const hard = hardFrames && turn % HARD_EVERY === 0 ? HARD_LOOKS[(turn / HARD_EVERY) % HARD_LOOKS.length] : undefined;
      for (const look of hard ? [...FIRST_LOOKS, hard] : FIRST_LOOKS) {
        const code = await looking.with(look);
        if (code) return [code];
      }
      return looking.once();
    },
  };
}

/** Looks at one picture again and again, and remembers which bars each look read. */
function lookAt(base: View, engines: Engines, formats: readonly ScanFormat[]) {
  let votes: Votes = noVotes;
  const formatsOf = {
    both: formats,
    bars: formats.filter((format) => isBars({ format })),
    squares: formats.filter((format) => !isBars({ format })),
  } as const;
  return {
    /** @returns a code that is sure: a square one, or bars on which two looks agree */
    async with(look: Look): Promise<Decoded | null> {
      const engine = engines[look.engine];
      const wanted = engine ? formatsOf[look.only].filter((format) => engine.formats.includes(format)) : [];
      const view = wanted.length > 0 ? look.view(base.picture) : null;
      if (!engine || !view) return null;
      const place = (reading: Reading) => ({ ...reading, outline: reading.outline.map((point) => base.back(view.back(point))) });
      const readings = (await engine.read(view.picture, wanted)).filter(isPlausible).map(place);
      const square = readings.find((reading) => !isBars(reading));
      if (square) return decoded(square, true);
      votes = vote(votes, look.name, readings);
      const bars = agreed(votes);
      return bars && decoded(bars, true);
    },
    /** What can be believed of a still picture at the end. */
    believed(): readonly Decoded[] {
      const bars = believed(votes);
      return bars ? [decoded(bars, true)] : [];
    },
    /** Bars that one look read: another frame may confirm them. */
    once(): readonly Decoded[] {
      return [...votes.byText.values()].map(({ reading }) => decoded(reading, false));
    },
  };
}

function decoded({ text, format, outline }: Reading, sure: boolean): Decoded {
  return { text, format, outline, sure };
}
