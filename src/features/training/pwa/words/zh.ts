import type { TrainingMessages } from './en.ts';

export const zh: TrainingMessages = {
  lead: '可在此使用一张券、打印本页，或放大显示一个码并放到摄像头前。不涉及真实款项。',
  print: '打印',
  filter: '显示',
  all: '全部',
  groups: { everyday: '日常', refused: '被拒绝', disputes: '争议', kinds: '券的种类', physical: '实体卡', trouble: '故障' },
  sequence: (number) => `序列号 ${number}`,
  showLarge: (title) => `放大显示：${title}`,
  useHere: '在此使用',
  practice: '培训',
  codeOfCard: '核销用：卡的密码',
  sequenceBars: '激活用：序列号',
  empty: '没有培训券。',
  unavailable: '培训券无法加载。',
};
