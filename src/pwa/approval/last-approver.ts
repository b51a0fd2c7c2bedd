const NAME = 'tillside.approver';

/** Who approved last at this till, so that nobody has to be chosen again; empty for nobody. */
export function lastApprover(): string {
  return localStorage.getItem(NAME) ?? '';
}

/** Where nothing can be kept, the first manager is proposed. */
export function rememberApprover(personId: string): void {
  try {
    localStorage.setItem(NAME, personId);
  } catch {
    // A private window, or a full disk.
  }
}
