import type { NotedEnd, TrailVerdict } from './verify.ts';
import type { ClosingsVerdict } from './verify-closings.ts';
import type { FactsVerdict } from './verify-facts.ts';

const NOTED = /^(\d{1,15}):([\w-]{43})$/;

/**
 * Parses the end that {@link describeVerdict} printed. @throws Error with a message for the user
 */
export function readNotedEnd(text: string): NotedEnd {
  const [, seq, hash] = NOTED.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new Error('The end must look like 120:hash, as an earlier run printed it');
  return { shop: null, seq: Number(seq), hash };
}

export function describeFacts({ shop, sound, upTo, unsealed, faults }: FactsVerdict): string {
  const since = unsealed === 0 ? '' : `          ${unsealed} since then, included in the next seal\n`;
  if (faults.length > 0)
    return `broken    ${shop}: ${faults.join('\n          ')}\n          ${sound} other facts unchanged\n${since}`;
  return (
    `unbroken  ${shop}: ${sound === 1 ? '1 fact' : `${sound} facts`} of the journal unchanged, up to ` +
    `${upTo}\n${since}`
  );
}

export function describeClosings({ shop, sound, unsealed, faults }: ClosingsVerdict): string {
  const before = unsealed === 0 ? '' : `          ${unsealed} from before Z reports were sealed\n`;
  const counted = sound === 1 ? '1 Z report' : `${sound} Z reports`;
  return faults.length > 0
    ? `broken    ${shop}: ${faults.join('\n          ')}\n          ${counted} as sealed\n${before}`
    : `unbroken  ${shop}: ${counted} as sealed\n${before}`;
}

export function describeVerdict({ shop, sound, last, fault }: TrailVerdict): string {
  const counted = sound === 1 ? '1 entry' : `${sound} entries`;
  const until = last ? `, the last of ${new Date(last.at).toISOString()}` : '';
  if (fault !== null)
    return `broken    ${shop}: ${fault}\n          ${counted} before it in order and unchanged${until}\n`;
  const end = last
    ? `          end ${last.seq}:${last.hash}\n          Store it elsewhere. A later run needs it to detect that ` +
      'the trail was replaced by an older copy.\n'
    : '';
  return `unbroken  ${shop}: ${counted} in order and unchanged${until}\n${end}`;
}
