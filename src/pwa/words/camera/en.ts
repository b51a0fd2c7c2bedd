import { pluralsOf } from '../plural.ts';

const plural = pluralsOf('en');

/** Texts of the scanner. */
export const camera = {
  title: 'Scanner',
  starting: 'Starting the camera',
  paused: 'Scanner paused',
  inView: (count: number) => plural(count, { one: '# code in view', other: '# codes in view' }),
  others: (count: number) => plural(count, { other: '# more in view' }),
  /** For several vouchers in one camera view that pay for one sale. */
  together: {
    use: (count: number, due: string) => `Use these ${count}, up to ${due}`,
    notUsed: (count: number) => plural(count, { one: '# voucher not used', other: '# vouchers not used' }),
    stopped: 'Stopped so that you can check. Nothing was redeemed from these vouchers.',
    notNeeded: 'The sale is paid in full. Nothing was redeemed from these vouchers.',
  },
  choose: 'Camera',
  unnamed: (number: number) => `Camera ${number}`,
  torch: 'Torch',
  zoom: 'Zoom',
  fine: 'Sharper picture for small codes',
  meanwhile: 'You can still use a hand scanner or type.',
  handScanner: 'I use a hand scanner',
  handReady: 'Hand scanner ready',
  otherWays: 'Other ways to enter a code',
  again: 'Try the camera again',
  useCamera: 'Use camera',
  picture: {
    choose: 'Choose a picture',
    how: 'Or drop it on this page, or paste it. It stays on this device.',
    reading: 'Looking for a code in the picture',
    stop: 'Stop',
    found: 'A code was read from the picture.',
    nothing: 'No code was found in this picture. Try a sharper, closer and straighter one.',
    unreadable: 'This file can’t be opened as a picture here. Try a screenshot of it.',
  },
  problems: {
    refused: { title: 'Camera blocked', advice: 'Tap the icon next to the address, or open the browser settings, and allow the camera.' },
    missing: { title: 'No camera found', advice: 'Connect a camera or use a device that has one.' },
    busy: { title: 'The camera is in use', advice: 'Close other apps and tabs that use it, then try again.' },
    lost: { title: 'The camera was disconnected', advice: 'Connect it again, then try again.' },
    muted: { title: 'The camera is paused', advice: 'Another app or a call is using it. It resumes by itself afterwards.' },
    black: {
      title: 'The picture is black',
      advice: 'Uncover the lens or open its shutter, and use the torch in the dark. If the picture stays black, try again.',
    },
    insecure: {
      title: 'The camera needs a secure address',
      advice: 'Open this page over https. The administrator of the server can turn that on.',
    },
    unsupported: { title: 'This browser can’t use a camera', advice: 'Use a current version of Chrome, Edge, Firefox or Safari.' },
  },
};

/** The texts that every language has. */
export type CameraMessages = typeof camera;
