/** The words of the page of connections. */
export const en = {
  lead: 'What may work together with this till.',
  registers: 'Registers that may ask by link',
  registersLead:
    'A register opens this till with what is due, and its page comes back with what was taken. A link leads back to these addresses only.',
  none: 'No register is listed yet.',
  name: 'Name',
  origin: 'Address of the register’s pages',
  originHint: 'For example https://register.example',
  badOrigin: 'Write the address without a path, beginning with https://.',
  add: 'Add a register',
  added: (name: string) => `${name} may ask by link now.`,
  addedBy: (person: string, when: string) => `added by ${person}, ${when}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name}? Its links are refused from then on, and a sale that it opened can’t go back to it.`,
  removed: (name: string) => `${name} is removed.`,
  key: 'Public key',
  keyLead: 'What a register is told is signed. It checks the signature with the key at this address.',
};

/** The shape that every language fills in. */
export type ConnectionWords = typeof en;
