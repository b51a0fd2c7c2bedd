import type { KindWords } from './en.ts';

export const kinds: KindWords = {
  kindUnknown: 'Jenis baucar tidak diketahui: mungkin sekali guna atau mengira item.',
  worthUnknown: 'Baki padanya tidak diketahui: mungkin dalam mata wang lain atau mengira item.',
  amountUnknown: 'Baki padanya tidak diketahui. Tebusan akan menentukan.',
  stateUnknown: 'Pengeluar tidak menyatakan sama ada ia boleh digunakan. Tebusan akan menentukan.',
  leftUnknown: 'Baki pada baucar tidak diketahui',
  forfeitsRest: 'Sekali guna: apa-apa baki padanya akan luput.',
  wrongCurrency: (theirs, ours) => `Baucar ini dalam ${theirs}; kedai ini menerima ${ours}. Ambil bayaran lain.`,
  notFound: 'Tidak dijumpai',
  notTold: 'Keadaan tidak diketahui',
  forfeited: (amount) => `Luput (sekali guna): ${amount}`,
  forfeitedLabel: 'Luput (sekali guna)',
  moneyBySetting: 'Ia wang menurut tetapan kedai ini; pengeluar tidak menyatakannya',
  itemsBySetting: 'Ia mengira item menurut tetapan kedai ini; pengeluar tidak menyatakannya',
  otherKind: 'Pengeluar menjawab seolah-olah baucar ini daripada jenis lain berbanding tetapan kedai ini. Beritahu pengurus.',
};
