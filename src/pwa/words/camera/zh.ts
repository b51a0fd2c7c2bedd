import { pluralsOf } from '../plural.ts';
import type { CameraMessages } from './en.ts';

const plural = pluralsOf('zh');

/** 简体中文 */
export const camera: CameraMessages = {
  title: '扫描器',
  starting: '正在启动摄像头',
  paused: '扫描已暂停',
  inView: (count) => plural(count, { other: '视野中有 # 个码' }),
  others: (count) => plural(count, { other: '视野中还有 # 个' }),
  together: {
    use: (count, due) => `使用这 ${count} 张，最多 ${due}`,
    notUsed: (count) => plural(count, { other: '# 张券未使用' }),
    stopped: '已停止，请您核对。这些券没有核销。',
    notNeeded: '已全部付清。这些券没有核销。',
  },
  choose: '摄像头',
  unnamed: (number) => `摄像头 ${number}`,
  torch: '手电筒',
  zoom: '变焦',
  fine: '更清晰的画面，用于小码',
  meanwhile: '这段时间可以用扫码枪或手动输入。',
  handScanner: '我用扫码枪',
  handReady: '扫码枪已就绪',
  otherWays: '其他输入方式',
  again: '再试一次相机',
  useCamera: '使用相机',
  picture: {
    choose: '选择图片',
    how: '也可以把图片拖到本页，或直接粘贴。图片只留在这台设备上。',
    reading: '正在图片中查找码',
    stop: '停止',
    found: '已从图片中读到码。',
    nothing: '这张图片里没有找到码。请换一张更清晰、更近、更端正的。',
    unreadable: '这个文件不是能在这里打开的图片。请试试它的截图。',
  },
  problems: {
    refused: { title: '摄像头被阻止', advice: '请点地址旁的图标，或打开浏览器设置，允许使用摄像头。' },
    missing: { title: '找不到摄像头', advice: '请连接摄像头，或使用带摄像头的设备。' },
    busy: { title: '摄像头正被使用', advice: '请关闭其他使用它的应用和标签页，然后重试。' },
    lost: { title: '摄像头已断开', advice: '请重新连接，然后重试。' },
    muted: { title: '摄像头已暂停', advice: '其他应用或通话正在使用摄像头，结束后会自动恢复。' },
    black: {
      title: '画面是黑的',
      advice: '请移开遮住镜头的东西或打开镜头盖，暗处请开手电筒。若仍是黑的，请重试。',
    },
    insecure: { title: '摄像头需要安全的地址', advice: '请用 https 打开此页。服务器管理员可以启用。' },
    unsupported: { title: '这个浏览器不能用摄像头', advice: '请使用新版的 Chrome、Edge、Firefox 或 Safari。' },
  },
};
