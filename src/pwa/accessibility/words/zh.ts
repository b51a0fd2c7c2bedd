import type { AccessibilityWords } from './en.ts';

export const zh: AccessibilityWords = {
  title: '谁能使用这台收银机',
  lead: '按照 WCAG 2.2 AA 级制作，没有经过认证。',
  met: {
    title: '可以做到',
    lines: [
      '全部操作只用键盘即可，快捷键在菜单里。',
      '读屏软件会自动读出每个结果和拒绝。',
      '字号放大一倍、320 像素的手机、浅色、深色和强制颜色。',
      '结果从不只靠颜色表达：有文字、图标、声音和振动。',
      '在设备上要求减少动态效果的人，不会看到动画。',
    ],
  },
  notMet: {
    title: '做不到',
    lines: ['对准摄像头需要视力。可以输入号码或使用扫描枪。', '必须记住 PIN。', '还没有人用读屏软件为我们实际试用过。'],
  },
  tell: {
    title: '告诉谁',
    lines: ['管理本店收银机的人，他们能联系到开发者。'],
  },
};
