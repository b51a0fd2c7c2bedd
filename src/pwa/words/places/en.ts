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
  stories: 'A voucher’s story',
  printers: 'Printers',
  connections: 'Connections',
  audit: 'Audit trail',
  today: 'Today',
  money: 'Money',
  cards: 'Cards',
  team: 'Team and tills',
  settings: 'Settings',
  people: 'People',
  tills: 'Tills and devices',
  shop: 'Shop',
  limits: 'Limits',
  codes: 'Kinds of bar codes',
  receipts: 'Receipt numbers',
  practice: 'Practice vouchers',
};

export type PlaceWords = typeof places;
