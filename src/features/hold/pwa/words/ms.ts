import type { HoldMessages } from './en.ts';

export const ms: HoldMessages = {
  lead: 'Baucar yang ditahan tidak boleh ditebus di mana-mana kaunter atau program sehingga pengurus melepaskannya.',
  hold: 'Tahan baucar',
  what: 'Setiap kaunter dan program menolaknya sehingga pengurus melepaskannya. Bakinya tidak berubah.',
  code: 'Kod baucar',
  codeHint: 'Imbas, atau taip yang dicetak pada baucar atau di bawah kod barnya.',
  useCamera: 'Guna kamera',
  hideCamera: 'Tutup kamera',
  reason: 'Sebab',
  reasonHint: 'Pengurus melihatnya di sini dan dalam jejak audit.',
  held: (voucher) => `${voucher} ditahan di setiap kaunter.`,
  underWay: (device, when) =>
    `Satu tebusan atau bayaran balik di ${device} telah bermula sebelum ini, pada ${when}. Penahanan tidak menghentikannya.`,
  onHold: 'Ditahan',
  since: (when) => `Ditahan sejak ${when}.`,
  none: 'Tiada baucar yang ditahan.',
  by: (person, when) => `${person}, ${when}`,
  release: 'Lepaskan',
  releaseOf: (voucher) => `Lepaskan ${voucher}`,
  releaseSure: (voucher) => `Selepas itu baucar ${voucher} boleh digunakan semula di setiap kaunter.`,
  released: (voucher) => `${voucher} boleh digunakan semula.`,
  releasedBy: (person, when) => `Dilepaskan oleh ${person}, ${when}`,
  over: (count) => `Dilepaskan sebelum ini: ${count}`,
};
