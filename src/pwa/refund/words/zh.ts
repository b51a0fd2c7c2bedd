import type { RefundWords } from './en.ts';

export const zh: RefundWords = {
  title: '退回到券上',
  lead: '全部金额将退回到券上。',
  why: '原因是什么？',
  reasons: ['金额不对', '券不对', '顾客改变了主意'],
  otherReason: '其他原因',
  ownWords: '请用自己的话说明',
  confirm: (amount) => `退回 ${amount}`,
  sending: '正在退款',
  checking: '仍在向发行方确认',
  goesOn: '请勿再次退款。可以关闭：它会继续进行，结果会显示在列表中。',
  silent: '联系不上服务器。这笔退款已保存，一有连接就会查询。请勿再次退款。',
  managerMore: '没有人知道金额是否已退回。请勿再次退款。',
  missing: '没有送达',
  missingMore: '服务器没有收到这笔退款。再发送一次也只会退回一次。',
  sendAgain: '再发送一次',
  leave: '不再处理',
  notRefunded: '未退款',
  notRefundedSafe: '未退款：可以放心重试',
  notRefundedMore: '发行方没有退回任何金额。',
  notSaved: '这台设备无法保存这笔退款，所以没有发送。',
};
