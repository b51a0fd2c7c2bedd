import type { KindWords } from './en.ts';

export const kinds: KindWords = {
  kindUnknown: '券的种类未知：可能只能用一次，也可能按件计。',
  worthUnknown: '券上的余额未知：可能是其他货币，也可能按件计。',
  amountUnknown: '券上的余额未知。能否使用由核销决定。',
  stateUnknown: '发行方没有说明此券能否使用。能否使用由核销决定。',
  leftUnknown: '券上的余额未知',
  forfeitsRest: '只能用一次：券上剩下的都将作废。',
  wrongCurrency: (theirs, ours) => `此券为 ${theirs}；本店只收 ${ours}。请用其他方式收款。`,
  notFound: '查无此券',
  notTold: '状态未知',
  forfeited: (amount) => `已作废（只能用一次）：${amount}`,
  forfeitedLabel: '已作废（只能用一次）',
  moneyBySetting: '按金额计是本店的设置；发行方没有说明',
  itemsBySetting: '按件计是本店的设置；发行方没有说明',
  otherKind: '发行方的回答显示，此券的种类与本店的设置不符。请告知经理。',
};
