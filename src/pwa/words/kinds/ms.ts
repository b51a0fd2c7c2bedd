import type { KindMessages } from './en.ts';

export const kinds: KindMessages = {
  kindUnknown: 'Jenis baucar tidak diketahui. Ia mungkin sekali guna, atau mengandungi item dan bukan wang.',
  worthUnknown: 'Baki tidak diketahui. Ia mungkin dalam mata wang lain, atau bilangan item.',
  amountUnknown: 'Baki tidak diketahui. Anda masih boleh cuba menebus.',
  stateUnknown: 'Pengeluar tidak melaporkan status baucar ini. Anda masih boleh cuba menebus.',
  remainingUnknown: 'Baki selebihnya tidak diketahui',
  forfeitsRest: 'Sekali guna: sebarang baki akan luput.',
  wrongCurrency: (theirs, ours) => `Baucar ini dalam ${theirs}; kedai ini menerima ${ours}. Ambil bayaran lain.`,
  notFound: 'Tidak dijumpai',
  statusUnknown: 'Keadaan tidak diketahui',
  forfeited: (amount) => `Luput (sekali guna): ${amount}`,
  forfeitedLabel: 'Luput (sekali guna)',
  moneyBySetting: 'Dianggap bernilai wang mengikut tetapan kedai ini; pengeluar tidak melaporkannya',
  itemsBySetting: 'Dianggap bilangan item mengikut tetapan kedai ini; pengeluar tidak melaporkannya',
  otherKind: 'Pengeluar menganggap baucar ini jenis lain daripada tetapan kedai ini. Beritahu pengurus.',
};
