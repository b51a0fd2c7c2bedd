import type { KindWords } from './en.ts';

export const kinds: KindWords = {
  kindUnknown: 'Jenis baucar tidak diketahui: mungkin sekali guna atau mengira item.',
  worthUnknown: 'Baki padanya tidak diketahui: mungkin dalam mata wang lain atau mengira item.',
  stateUnknown: 'Pengeluar tidak menyatakan sama ada ia boleh digunakan. Tebusan akan menentukan.',
  leftUnknown: 'Baki pada baucar tidak diketahui',
  forfeited: (amount) => `Sekali guna: ${amount} luput`,
  forfeitedLabel: 'Luput (sekali guna)',
};
