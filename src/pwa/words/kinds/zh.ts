import type { KindMessages } from './en.ts';

export const kinds: KindMessages = {
  kindUnknown: '券的类型未知。可能只能用一次，也可能包含商品而不是金额。',
  worthUnknown: '余额未知。可能是其他货币，也可能是商品数量。',
  amountUnknown: '余额未知。您仍可尝试核销。',
  stateUnknown: '发行方没有提供此券的状态。您仍可尝试核销。',
  remainingUnknown: '剩余余额未知',
  forfeitsRest: '只能用一次：剩余金额将作废。',
  wrongCurrency: (theirs, ours) => `此券为 ${theirs}；本店只收 ${ours}。请用其他方式收款。`,
  notFound: '查无此券',
  statusUnknown: '状态未知',
  forfeited: (amount) => `已作废（只能用一次）：${amount}`,
  forfeitedLabel: '已作废（只能用一次）',
  moneyBySetting: '按本店设置视为金额券；发行方没有说明',
  itemsBySetting: '按本店设置视为商品券；发行方没有说明',
  otherKind: '发行方对此券类型的处理与本店设置不符。请告知经理。',
};
