/** What a state looks like as a tint with its ink; what is not known never looks like an answer. */
export const TINTS = {
  done: 'bg-done-tint text-done-ink',
  attention: 'bg-attention-tint text-attention-ink',
  refused: 'bg-refused-tint text-refused-ink',
  unknown: 'bg-unknown-tint text-unknown-ink',
} as const;
