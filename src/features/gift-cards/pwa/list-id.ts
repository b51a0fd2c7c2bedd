/** Id of the list of cards to activate, on its page. */
export const LIST_ID = 'cards-to-activate';
