/** Tables of the journal's own keys. A data key is named by its mark, see `dataKeyMark`. */
export interface KeyTables {
  /**
   * Number 1 is the root, which the first sealing key derives from; the others are sealing keys.
   * During a rotation, each is stored for two data keys.
   */
  wrapped_key: { data_key: string; number: number; wrapped: string };
  /** A rotation has the number of its new sealing key. At most one is open. */
  key_rotation: {
    number: number;
    /**
     * `told`: servers load the new key. `sealing`: all servers encrypt with it, and changeable data
     * is encrypted again.
     */
    state: 'told' | 'sealing' | 'ended';
    from_key: string;
    to_key: string;
    /**
     * The new data key wrapped with the old one, for running servers; null once the rotation has
     * ended.
     */
    handed: string | null;
    begun_at: number;
    ended_at: number | null;
  };
  /** The newest sealing key that a server knows, and the one that it encrypts with. */
  key_reader: { server: number; knows: number; seals_with: number };
}
