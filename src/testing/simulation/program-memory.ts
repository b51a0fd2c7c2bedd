import type { TenderRequest } from '../../contract/redemption/tender.ts';
import type { PlannedSale } from './plan.ts';

/** A program's records of its requests. */
export interface ProgramMemory {
  /**
   * @returns the request to send; a program with memory includes the time since the id was first
   * sent
   */
  sending(sale: PlannedSale, id: string, body: TenderRequest): TenderRequest;
}

/** @param now the time of the world, milliseconds */
export function createProgramMemory(now: () => number): ProgramMemory {
  const begun = new Map<string, number>();
  return {
    sending({ program }, id, body) {
      const sentMs = begun.get(id) ?? now();
      const isAgain = begun.has(id);
      begun.set(id, sentMs);
      return isAgain && program === 'remembers' ? { ...body, sentAgoMs: Math.floor(now() - sentMs) } : body;
    },
  };
}
