import type { ConnectionWords } from './en.ts';

export const zh: ConnectionWords = {
  lead: '可以与本收款机协同工作的系统。',
  registers: '可以通过链接请求的收银机',
  registersLead: '收银机带着应收金额打开本页，完成后页面带着已扣金额返回。链接只会返回到这些地址。',
  none: '名单上还没有收银机。',
  name: '名称',
  origin: '收银机页面的地址',
  originHint: '例如 https://register.example',
  badOrigin: '请填写以 https:// 开头、不含路径的地址。',
  add: '添加收银机',
  added: (name) => `${name} 现在可以通过链接请求。`,
  addedBy: (person, when) => `由 ${person} 于 ${when} 添加`,
  remove: '移除',
  removeOf: (name) => `移除 ${name}`,
  removeSure: (name) => `移除 ${name}？此后它的链接会被拒绝，它打开的销售也无法返回。`,
  removed: (name) => `${name} 已移除。`,
  key: '公钥',
  keyLead: '告诉收银机的内容都有签名。收银机用此地址的公钥核对签名。',
};
