import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Tone } from '../../contract/redemption/states.ts';

/**
 * The look of a tone: a tint as background, a strong colour for an edge, an ink for text, and an
 * icon for users who see no colours.
 */
export const TONES: Readonly<Record<Tone, { tint: string; edge: string; ink: string; Icon: LucideIcon }>> = {
  done: { tint: 'bg-done-tint', edge: 'border-done', ink: 'text-done-ink', Icon: CircleCheck },
  attention: { tint: 'bg-attention-tint', edge: 'border-attention', ink: 'text-attention-ink', Icon: TriangleAlert },
  refused: { tint: 'bg-refused-tint', edge: 'border-refused', ink: 'text-refused-ink', Icon: CircleX },
  unknown: { tint: 'bg-unknown-tint', edge: 'border-unknown', ink: 'text-unknown-ink', Icon: CircleQuestionMark },
};
