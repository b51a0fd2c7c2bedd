/** Somebody else changed the operation first: read it again and decide anew. */
export class Stale extends Error {
  override readonly name = 'Stale';
}
