/** The places of the app, as navigation and their titles name them. */
export const places = {
  title: 'Navigation',
  skip: 'Skip to the page',
  redeem: 'Redeem',
  activate: 'Activate cards',
  sell: 'Sell vouchers',
  transactions: 'Transactions',
  closing: 'End of day',
  attention: 'Needs attention',
  people: 'People and devices',
  connections: 'Connections',
  audit: 'Audit trail',
  practice: 'Practice vouchers',
};

export type PlaceWords = typeof places;
