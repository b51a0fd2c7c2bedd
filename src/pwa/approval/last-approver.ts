const NAME = 'tillside.approver';

/**
 * Returns the manager who approved last at this till, as the preselected one; empty if there is
 * none.
 */
export function lastApprover(): string {
  return localStorage.getItem(NAME) ?? '';
}

/** If storage fails, the first manager is preselected. */
export function saveLastApprover(personId: string): void {
  try {
    localStorage.setItem(NAME, personId);
  } catch {
    // Storage fails in a private window or on a full disk.
  }
}
