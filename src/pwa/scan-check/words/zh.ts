import { pluralsOf } from '../../words/plural.ts';
import type { ScanCheckWords } from './en.ts';

const plural = pluralsOf('zh');

export const zh: ScanCheckWords = {
  title: '检查扫描器',
  lead: '随便扫什么都行。这里不查询，也不会扣款。',
  test: '测试码',
  testLead: '用这台设备的手持扫描器扫它。它包含券码会用到的所有字符，所以能看出哪些字符变了样。',
  testQr: '用来测试扫描器的二维码',
  practice: '可供扫描的练习券',
  results: '收到的内容',
  nothing: '还没有扫描任何东西。',
  show: '完整显示',
  hide: '隐藏',
  chars: (count) => plural(count, { other: '# 个字符' }),
  sources: {
    camera: '摄像头',
    picture: '图片',
    keys: '手持扫描器（键盘方式）',
    hid: '手持扫描器（USB）',
    serial: '手持扫描器（串口）',
  },
  readBy: (engines) => `由 ${engines} 读出`,
  told: (identifier) => `扫描器在前面加了 ${identifier}，已略去`,
  suffixes: { Enter: '以回车结束', Tab: '以 Tab 结束', none: '没有结束符' },
  pace: (time) => `字符间隔 ${time}`,
  notHeard: '收银台不会把这当作一次扫描。',
  came: '收到的样子',
  read: '读成',
  takenFor: '被当作',
  taken: {
    test: '测试码',
    link: '礼券链接',
    ref: '礼券或卡的券码',
    receipt: '收据上的编号',
    ignored: '什么都不是',
  },
  faults: {
    layout: { title: '字符变了样', lead: '扫描器按另一种键盘布局输入，与这台设备的设置不同。' },
    case: { title: '大小写颠倒了', lead: '大写锁定或扫描器的设置把它们颠倒了。' },
    prefix: { title: '每个券码前面都有别的字符', lead: '是扫描器加上的：' },
    suffix: { title: '每个券码后面都有别的字符', lead: '是扫描器加上的：' },
    'no-enter': { title: '扫描后没有回车', lead: '输入太慢，无法与打字区分。可以改用停顿来结束。' },
    slow: { title: '扫描器输入太慢', lead: '请把它设为字符之间不延迟，并以回车结束。' },
    garbled: { title: '有字符丢失', lead: '请按说明书上的设置码，把扫描器设为这台设备的键盘布局。' },
  },
  mend: '在这台设备上修正',
  mended: '已修正。请再扫一次看看。',
  fine: '一切正常。',
  isSet: '已为这台设备的扫描器做过设置。',
  reset: '取消设置',
};
