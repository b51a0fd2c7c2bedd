import type { VoucherTitles } from '../titles.ts';

export const ms: VoucherTitles = {
  'A full balance of SGD 10.00': ['$10', 'Baki penuh SGD 10.00'],
  'A full balance of SGD 50.00': ['$50', 'Baki penuh SGD 50.00'],
  'A number with two letters and nine digits': ['$50', 'Kod dua huruf dan sembilan digit'],
  'A number with two letters and ten digits': ['$50', 'Kod dua huruf dan sepuluh digit'],
  'A number with twelve letters and digits': ['$50', 'Kod dua belas huruf dan digit'],
  'A number with a dash': ['$50', 'Kod dengan tanda sempang'],
  'SGD 23.40 of 50.00 is left': ['$50, sebahagian digunakan', 'Tinggal SGD 23.40 daripada 50.00'],
  '5 cents are left': ['$50, hampir habis', 'Tinggal 5 sen'],
  'The last day is in two days': ['$10, hampir tamat', 'Hari terakhir dua hari lagi'],
  'Today is the last day': ['$10, tamat hari ini', 'Hari ini hari terakhir'],
  'The largest balance, SGD 1,000.00': ['$1000', 'Baki terbesar, SGD 1,000.00'],
  'The smallest voucher, SGD 1.00': ['$1', 'Baucar terkecil, SGD 1.00'],
  'An odd amount, SGD 37.55': ['$37.55', 'Amaun tidak bulat, SGD 37.55'],
  'Nothing is left': ['Sudah digunakan', 'Tiada baki lagi'],
  'It was used once': ['Sudah digunakan, sekali guna', 'Telah digunakan sekali'],
  'The last day was yesterday': ['Tamat tempoh', 'Hari terakhir semalam'],
  'The last day was a year ago': ['Lama tamat tempoh', 'Hari terakhir setahun lalu'],
  'It must be activated before use': ['Belum diaktifkan', 'Mesti diaktifkan sebelum digunakan'],
  'It is no longer in circulation': ['Dibatalkan', 'Tidak lagi dalam edaran'],
  'The one item is gone': ['Tiket sudah digunakan', 'Satu-satunya item sudah tiada'],
  'Items that are past their date': ['Kopi tamat tempoh', 'Item yang melepasi tarikhnya'],
  'No such voucher': ['Tidak dikenali', 'Tiada baucar begini'],
  'One redemption consumes it whole': ['$25, sekali guna', 'Satu tebusan menghabiskan semuanya'],
  'It can be used in parts': ['$120, berbilang guna', 'Boleh digunakan sebahagian demi sebahagian'],
  'One item, used at once': ['Tiket wayang', 'Satu item, digunakan sekali gus'],
  'Four items, one at a time': ['Empat kopi', 'Empat item, satu demi satu'],
  'Two of four items are left': ['Tinggal dua kopi', 'Tinggal dua daripada empat item'],
  'Three items, all used at once': ['Makan tengah hari tiga orang', 'Tiga item, digunakan sekali gus'],
  'Another currency, MYR 50.00': ['RM50', 'Mata wang lain, MYR 50.00'],
  'The amount is taken, but the answer never comes': [
    'Tiada jawapan, ditebus',
    'Amaun ditebus, tetapi jawapan tidak pernah tiba',
  ],
  'Nothing is taken, and no answer comes': ['Tiada jawapan, tidak ditebus', 'Tiada yang ditebus, dan tiada jawapan'],
  'Nothing is taken, and the answer to the request before comes back': [
    'Jawapan baucar lain, tidak ditebus',
    'Tiada yang ditebus, dan jawapan bagi permintaan sebelumnya tiba',
  ],
  'The amount is taken, but the answer to the request before comes back': [
    'Jawapan terakhir diulang, ditebus',
    'Jumlah ditebus, tetapi jawapan bagi permintaan sebelumnya tiba',
  ],
  'The amount is taken, but the answer to the first request of all comes back': [
    'Jawapan lama, ditebus',
    'Jumlah ditebus, tetapi jawapan bagi permintaan paling awal tiba',
  ],
  'The amount is taken, but the amounts in the answer do not agree': [
    'Jawapan bercanggah, ditebus',
    'Jumlah ditebus, tetapi jumlah dalam jawapan tidak sepadan',
  ],
  'The amount is taken, then the connection breaks': [
    'Sambungan terputus, ditebus',
    'Amaun ditebus, kemudian sambungan terputus',
  ],
  'The connection breaks before anything is taken': [
    'Sambungan terputus, tidak ditebus',
    'Sambungan terputus sebelum apa-apa ditebus',
  ],
  'No answer comes, and the amount is taken a while later': [
    'Tiada jawapan, lewat ditebus',
    'Tiada jawapan, dan amaun ditebus kemudian',
  ],
  'The amount is taken at once, and the answer comes late': [
    'Jawapan lambat',
    'Amaun ditebus serta-merta, jawapan tiba lewat',
  ],
  'The amount is taken, but the answer is an internal error': [
    'Ralat pelayan, ditebus',
    'Amaun ditebus, tetapi jawapannya ralat dalaman',
  ],
  'Nothing is taken, and the answer is an internal error': [
    'Ralat pelayan, tidak ditebus',
    'Tiada yang ditebus, jawapannya ralat dalaman',
  ],
  'The amount is taken, but the answer says that the shop is not known': [
    'Tidak dibenarkan, ditebus',
    'Amaun ditebus, tetapi jawapan kata kedai tidak dikenali',
  ],
  'The amount is taken, but a web page comes back instead of the answer': [
    'Halaman web, ditebus',
    'Amaun ditebus, tetapi halaman web tiba sebagai jawapan',
  ],
  'The amount is taken, but something on the way answers with an error page': [
    'Get laluan rosak, ditebus',
    'Amaun ditebus, tetapi sesuatu di tengah jalan menjawab dengan halaman ralat',
  ],
  'The amount is taken, but only half of the answer arrives': [
    'Separuh jawapan, ditebus',
    'Amaun ditebus, tetapi hanya separuh jawapan tiba',
  ],
  'Half of the amount is taken, and the answer says so': [
    'Tebus separuh',
    'Separuh amaun ditebus, dan jawapan menyatakannya',
  ],
  'Nothing is taken; the answer is a 200 that says failed and gives no reason': [
    'Gagal dalam kejayaan',
    'Tiada yang ditebus; jawapan 200 kata gagal tanpa sebab',
  ],
  'The amount is taken and the connection breaks; search lists it only later': [
    'Sambungan terputus, lewat disenaraikan',
    'Amaun ditebus dan sambungan terputus; carian menunjukkannya kemudian',
  ],
  'The first of 500 cards that are not active yet': ['Kad 000101', 'Yang pertama daripada 500 kad yang belum aktif'],
  'Not active yet': ['Kad 000102', 'Belum aktif'],
  'The last of the first 50': ['Kad 000150', 'Yang terakhir daripada 50 yang pertama'],
  'The last of the 500': ['Kad 000600', 'Yang terakhir daripada 500'],
  'Activated earlier, SGD 50.00': ['Kad 000601', 'Diaktifkan dahulu, SGD 50.00'],
  'Void: a range with it is refused': ['Kad 000604', 'Dibatalkan: julat yang mengandunginya ditolak'],
  'Emptied yesterday in Katong': ['Digunakan di kedai lain', 'Dihabiskan semalam di Katong'],
  'Looked at five times in Katong, then emptied': ['Kerap disemak', 'Disemak lima kali di Katong, kemudian dihabiskan'],
  'SGD 20.00 were used in Katong and came back': ['Dipulangkan', 'SGD 20.00 digunakan di Katong dan dipulangkan'],
  'Asked for in Katong, and taken 45 seconds later': [
    'Ditebus lewat',
    'Diminta di Katong, dan ditebus 45 saat kemudian',
  ],
  'It was sold, and nobody activated it': [
    'Tidak pernah diaktifkan',
    'Sudah dijual, tetapi tiada siapa mengaktifkannya',
  ],
  'SGD 12.00 were left on its last day': ['Tamat tempoh, separuh digunakan', 'SGD 12.00 berbaki pada hari terakhirnya'],
  'SGD 12.00 less than what can be seen': [
    'Baki yang tidak dapat dijelaskan',
    'SGD 12.00 kurang daripada yang dapat dilihat',
  ],
  'Activate card 000951: twenty seconds later Katong has emptied it': [
    'Dihabiskan selepas diaktifkan',
    'Aktifkan kad 000951: dua puluh saat kemudian Katong menghabiskannya',
  ],
};
