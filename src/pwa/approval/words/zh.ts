import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalMessages } from './en.ts';

const plural = pluralsOf('zh');

export const zh: ApprovalMessages = {
  own: '请再次输入您的 PIN',
  ownLead: '这超出了单次或一小时的限额。请输入您的 PIN 码确认。',
  pin: '您的 PIN',
  confirm: '确认并发送',
  title: '需要经理批准',
  lead: '请经理在这里输入 PIN 码。您仍保持登录。批准只用于这一次操作，并会与两人的姓名一起保存。',
  manager: '经理',
  managerPin: '经理的 PIN',
  pinOf: (name) => `${name} 的 PIN`,
  sixth: '输入第六位后自动批准。',
  checking: '正在核对',
  nobody: '此收银台没有设置经理。',
  noOtherManager: '目前没有其他经理可以批准。如果今天移除了一位经理，请在 24 小时后重试。',
  kinds: { tender: '核销', refund: '退款', issue: '售券', activation: '激活卡', reprint: '重新打印或发送' },
  limits: {
    card: '售出一张券的面值',
    order: '一次销售所有券的面值',
    vouchers: '一次销售的券数',
    typed: '手动输入的券号',
    'voucher-day': '一张券一天内使用的金额',
    refund: '一次退款',
    'own-refund': '由办理使用的人退款',
    reprint: '一次重新打印或发送的券数',
    cards: '一次激活的卡数',
    'closed-cards': '营业时间外激活的卡数',
    'hour-sum': '一小时内发出的券',
    'hour-cards': '一小时内激活的卡',
  },
  rule: (what, above, isOther) => `${what}：超过 ${above} 需要${isOther ? '另一位经理' : '经理'}批准。`,
  cards: (count) => plural(count, { other: '# 张卡' }),
  vouchers: (count) => plural(count, { other: '# 张券' }),
  notice: '券是用来送礼和购物的。如果有人要您用券向他付款，或向您索要券号，那就是诈骗：请挂断电话，告诉我们。',
};
