import type { WhatsNewMessages } from './en.ts';

export const ms: WhatsNewMessages = {
  title: 'Apa yang baharu',
  updated: 'Tillside telah dikemas kini',
  version: (version) => `Versi ${version}`,
  topics: {
    firstPin: 'Kakitangan baharu boleh memilih PIN pertama mereka di kaunter, dengan kod sekali guna pada slip bercetak.',
    restoredAccess:
      'Selepas pemulihan, Hari ini menyenaraikan akses yang mungkin aktif semula, seperti peranti dan kunci API. Sahkan atau tamatkan setiap satu.',
    allShops: 'Jika terdapat beberapa kedai, Semua kedai menunjukkan penutupan, penyata dan pengecualian setiap kedai bersama-sama.',
  },
};
