import type { PayMessages } from './en.ts';

export const zh: PayMessages = {
  title: '来自收银机的销售',
  opening: '正在打开这笔销售',
  badLink: '这个链接不能使用',
  faults: {
    amount: '缺少金额，或金额不能核销。',
    currency: '这笔销售的货币不是本店的货币。',
    reference: '链接没有小票号，或小票号太长。',
    return: '返回的地址不能使用。地址必须以 https:// 开头，且不含密码。',
    state: '链接为收银机携带的内容太长。',
    signature: '签名无效，链接可能被改过。',
  },
  notListed: (origin) => `${origin} 不在本店的收银机名单上。经理可在“连接”中添加。`,
  badFrame: '收款页无法在此页面中打开',
  frameFaults: {
    amount: '缺少金额，或金额不能核销。',
    origin: '没有写明收银机页面的地址，或地址有误。',
    register: '请求没有写明是哪台收银机。',
    reference: '收银机的销售号不能使用。',
    signature: '签名无效，请求可能被改过。',
  },
  notFramed: '本页面只能在收银机的页面中打开。',
  noSale: '收银机的页面没有说明是哪笔销售。',
  frameOver: '完成。请在收银机继续。',
  nothingLost: '没有核销。您未完成的交易没有变化。',
  toTill: '前往收款',
};
