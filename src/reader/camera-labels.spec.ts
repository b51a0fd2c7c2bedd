import { describe, expect, it } from 'vitest';
import { compareForCodes, isRear } from './camera-labels.ts';

/** The names that iOS gives to its cameras: the virtual one of two lenses, and the main one. */
const LABELS: readonly (readonly [dualWide: string, main: string])[] = [
  ['Back Dual Wide Camera', 'Back Camera'],
  ['Rückseitige Dual-Weitwinkelkamera', 'Rückkamera'],
  ['Double caméra grand angle arrière', 'Caméra arrière'],
  ['Double appareil photo grand angle arrière', 'Caméra arrière'],
  ['Cámara trasera dual con gran angular', 'Cámara trasera'],
  ['Cámara amplia posterior doble', 'Cámara trasera'],
  ['Càmera dual posterior amb gran angular', 'Càmera posterior'],
  ['Fotocamera doppia con grandangolo (posteriore)', 'Fotocamera (posteriore)'],
  ['Câmera Dupla Grande-Angular Traseira', 'Câmera Traseira'],
  ['Câmara grande angular dupla traseira', 'Câmara traseira'],
  ['Cameră dublă cu obiectiv superangular spate', 'Cameră spate'],
  ['Dubbel vidvinkelkamera på baksidan', 'Kamera på baksidan'],
  ['Dobbelt vidvinkelkamera bak', 'Kamera bak'],
  ['Laajakulmainen kaksoistakakamera', 'Takakamera'],
  ['Tylny dwuobiektywowy aparat szerokokątny', 'Tylny aparat'],
  ['Zadní duální širokoúhlý fotoaparát', 'Zadní fotoaparát'],
  ['Zadná duálna širokouhlá kamera', 'Zadná kamera'],
  ['Stražnja dvostruka široka kamera', 'Stražnja kamera'],
  ['Hátsó, kettős, széles látószögű kamera', 'Hátsó kamera'],
  ['Çift Geniş Kamera Arka Yüzü', 'Arka Kamera'],
  ['Camera kép rộng mặt sau', 'Camera mặt sau'],
  ['Kamera Lebar Belakang Ganda', 'Kamera Belakang'],
  ['Dwikamera Lebar Belakang', 'Kamera Belakang'],
  ['Πίσω διπλή ευρεία κάμερα', 'Πίσω κάμερα'],
  ['Задняя двойная широкоугольная камера', 'Задняя камера'],
  ['Задна двойна широкоъгълна камера', 'Задна камера'],
  ['Задня здвоєна ширококутна камера', 'Задня камера'],
  ['Артқы қос кең бұрышты камера', 'Артқы камера'],
  ['מצלמה כפולה רחבה אחורית', 'מצלמה אחורית'],
  ['كاميرا خلفية مزدوجة عريضة', 'الكاميرا الخلفية'],
  ['बैक ड्युअल वाइड कैमरा', 'बैक कैमरा'],
  ['กล้องคู่ด้านหลังมุมกว้าง', 'กล้องด้านหลัง'],
  ['后置双广角镜头', '后置镜头'],
  ['後置雙廣角鏡頭相機', '後置鏡頭'],
  ['背面デュアル広角カメラ', '背面カメラ'],
  ['후면 듀얼 와이드 카메라', '후면 카메라'],
];
const TRIPLE = [
  'Back Triple Camera',
  'Rückseitige Triple-Kamera',
  'Triple caméra arrière',
  'Cámara trasera triple',
  'Fotocamera tripla (posteriore)',
  'Câmera Tripla Traseira',
  '后置三镜头',
  '後置三鏡頭相機',
  '背面トリプルカメラ',
  '후면 트리플 카메라',
];
const FRONT = [
  'Front Camera',
  'Frontkamera',
  'Caméra avant',
  'Cámara frontal',
  'Fotocamera (anteriore)',
  'Câmera Frontal',
  'Kamera på framsidan',
  'Передняя камера',
  '前置镜头',
  '前置鏡頭',
  '前面カメラ',
  '전면 카메라',
  'camera2 1, facing front',
  'FaceTime HD Camera',
  'HD Webcam',
];

const best = (labels: readonly string[]) => labels.toSorted(compareForCodes)[0];

describe('labels of cameras', () => {
  it.each(LABELS)('recognises “%s” as the virtual lens of “%s”', (dualWide, main) => {
    expect([isRear(dualWide), isRear(main)]).toEqual([true, true]);
    expect(best([main, dualWide])).toBe(dualWide);
  });

  it.each(TRIPLE)('choose “%s” before any other', (triple) => {
    expect(isRear(triple)).toBe(true);
    expect(best(['Back Camera', 'Back Dual Wide Camera', triple])).toBe(triple);
  });

  it.each(FRONT)('do not mark “%s” as a rear camera', (front) => {
    expect(isRear(front)).toBe(false);
  });

  it.each([
    ['后置超广角镜头', '后置镜头'],
    ['背面超広角カメラ', '背面カメラ'],
    ['背面望遠カメラ', '背面カメラ'],
    ['Rückseitige Ultra-Weitwinkelkamera', 'Rückkamera'],
    ['Caméra arrière ultra grand angle', 'Caméra arrière'],
    ['Задняя сверхширокоугольная камера', 'Задняя камера'],
    ['camera2 2, facing back', 'camera2 0, facing back'],
  ])('choose no wide or tele lens such as “%s” before “%s”', (unfit, main) => {
    expect(best([unfit, main])).toBe(main);
  });
});
