import { type BarRegion, findBarRegions } from '../bar-regions.ts';
import type { EngineReading } from '../engine.ts';
import type { Luma } from '../luma.ts';
import { type BarProfiles, profilesOf } from './bar-profile.ts';
import { type EanFit, fitEan, fitEanAt } from './fit-ean.ts';

/** The limits for a number to be believed. */
const BLURRED = {
  /** Places in one picture that are examined. */
  places: 2,
  /** The lowest correlation with the blurred number. */
  correlation: 0.93,
  /** The lead over the second best number, in the whole strip and in each half of it. */
  lead: 0.4,
  halfLead: 0.15,
} as const;

/**
 * Reads EAN-13 and UPC-A whose edges are blurred away: it compares the bars with blurred renderings
 * of all numbers. Reports a number only if two strips across the bars agree on it.
 */
export function readBlurred(picture: Luma): readonly EngineReading[] {
  const readings: EngineReading[] = [];
  const read: BarRegion[] = [];
  for (const place of findBarRegions(picture, BLURRED.places)) {
    if (read.some((other) => overlap(place, other))) continue;
    const profiles = profilesOf(picture, place);
    const fit = profiles && acceptedFit(profiles);
    if (!fit) continue;
    read.push(place);
    readings.push({ text: fit.text, format: 'EAN13', firm: true, outline: fit.ends.map(profiles.toPicture) });
  }
  return readings;
}

function overlap(one: BarRegion, other: BarRegion): boolean {
  const far = Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y);
  return far < Math.max(one.halfHeight, other.halfHeight, one.halfLength, other.halfLength);
}

/** The number of a place if its lead and its correlation are high and both halves agree. */
function acceptedFit({ all, halves }: BarProfiles): EanFit | null {
  const fit = fitEan(all);
  if (!fit || fit.correlation < BLURRED.correlation || fit.lead < BLURRED.lead) return null;
  const agree = halves.every((half) => {
    const again = fitEanAt(half, fit);
    return again?.text === fit.text && again.lead >= BLURRED.halfLead;
  });
  return agree ? fit : null;
}
