/*
 * Systems name cameras in their own language. These are parts of such names, in lower case. iOS has
 * about forty languages; for an unknown name, the browser chooses.
 */

const anyOf = (...parts: readonly string[]) => new RegExp(parts.join('|'));

const REAR = anyOf(
  String.raw`\b(?:back|rear|environment|bak)\b|rück|arrière|trasera|traseira|trás|posterior`,
  'darrere|achterzijde|achterkant|baksid|bagside|tyln|takakamera|arka|belakang|spate',
  'hátsó|hátoldali|zadn|stražnj|mặt sau|задн|артқы|πίσω|אחורית|خلفية|बैक|หลัง|背面|后面|後面',
  '后置|後置|背置|후면',
);
const TRIPLE = anyOf(
  'tripl|trippel|dreifach|drievoudig|tredobbelt|trójobiektyw|potrójn|kolmois|üçlü',
  String.raw`camera ba\b|trikamera|tigaan|trojit|hármas|trostruk|τριπλ|тройн|строєн|משולש|ثلاثي`,
  'สามตัว|三[镜鏡摄攝相]|トリプル|트리플',
);
const DUAL = anyOf(
  'dual|duáln|doubl|dublă|doppi|dupl[ao]|doble|dubbel|dobbelt|dwuobiektyw|dwikamera',
  'ganda|kettős|kaksois|çift|camera kép|dvostruk|διπλ|двойн|здвоєн|қос|כפול|مزدوج',
  'ड्युअल|คู่|[双雙]|デュアル|듀얼',
);
const WIDE = anyOf(
  'wide|weitwinkel|grand[- ]?angle|grandangol|gran(?:de)?[- ]angular|superangular',
  'amplia|vidvinkel|groothoek|breedhoek|szeroko|širok|laajakulma|geniş|lebar|rộng',
  'széles|ευρεί|широк|кең|רחב|عريض|वाइड|มุมกว้าง|[広广廣]角|와이드',
);
/** Lenses that cannot focus on a card at arm's length, or see no colours. */
const UNSUITED_LENS =
  /wide|\bultra|tele|macro|depth|infrared|\bir\b|\bdual\b|[広广廣]角|望遠|[长長]焦|遠[攝摄]|망원|와이드/;

/** Ranks rear cameras by label for reading codes; the lowest is the best. */
const RANK = { triple: 0, dualWide: 1, main: 2, other: 3 } as const;

/** True if a label names a rear camera. */
export function isRear(label: string): boolean {
  return REAR.test(label.toLowerCase());
}

/**
 * Sorts labels of rear cameras, the best for codes first. A virtual lens of an iPhone switches to
 * macro by itself if a code is close; the one of two lenses without a wide one has no macro. The
 * main lens has the plainest and therefore shortest name.
 */
export function compareForCodes(a: string, b: string): number {
  const order = rankOf(a) - rankOf(b) || a.length - b.length;
  return order || a.localeCompare(b, 'en', { numeric: true });
}

function rankOf(label: string): number {
  const name = label.toLowerCase();
  if (TRIPLE.test(name)) return RANK.triple;
  if (DUAL.test(name) && WIDE.test(name)) return RANK.dualWide;
  return UNSUITED_LENS.test(name) ? RANK.other : RANK.main;
}
