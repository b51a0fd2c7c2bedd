/** A black shape in a document, in dots from the upper left corner. */
export interface Stroke {
  readonly top: number;
  readonly bottom: number;
  readonly draw: (context: CanvasRenderingContext2D) => void;
}

/** Letters may exceed their line by this share of its height. */
const OVERHANG = 0.5;
/** A rule thinner than two dots is hardly visible. */
const RULE_DOTS = 2;

interface Origin {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/**
 * Reads a document that the browser has laid out: text, rules and codes. Icons and colours are
 * ignored.
 */
export function readDocument(host: HTMLElement, scale: number): Stroke[] {
  const { left, top } = host.getBoundingClientRect();
  const origin = { left, top, scale };
  const strokes: Stroke[] = [];
  const walk = (node: Node): void => {
    if (node instanceof Text) strokes.push(...linesOf(node, origin));
    else if (node instanceof SVGSVGElement) {
      if (node.getAttribute('role') === 'img') strokes.push(codeOf(node, origin));
    } else if (node instanceof HTMLElement) {
      const style = getComputedStyle(node);
      if (style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none') return;
      strokes.push(...rulesOf(node, style, origin));
      node.childNodes.forEach(walk);
    }
  };
  host.childNodes.forEach(walk);
  return strokes;
}

interface TextLine {
  text: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  right: number;
}

/** The lines into which the browser has broken a text. */
function linesOf(node: Text, { left, top, scale }: Origin): Stroke[] {
  const parent = node.parentElement;
  if (parent === null || node.data.trim() === '') return [];
  const style = getComputedStyle(parent);
  const dots = Number.parseFloat(style.fontSize) * scale;
  const font = `${style.fontStyle} ${style.fontWeight} ${dots}px ${style.fontFamily}`;
  return brokenInto(node).map((line) => {
    const from = (line.top - top) * scale;
    const to = (line.bottom - top) * scale;
    const over = (to - from) * OVERHANG;
    return {
      top: from - over,
      bottom: to + over,
      draw(context) {
        context.font = font;
        context.textBaseline = 'alphabetic';
        const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText(line.text);
        /* The box of a line is as high as its font, so half of the difference is above the line. */
        const baseline = from + (to - from - up - down) / 2 + up;
        context.fillText(line.text, (line.left - left) * scale, baseline, (line.right - line.left) * scale + 1);
      },
    };
  });
}

function brokenInto(node: Text): TextLine[] {
  const range = document.createRange();
  const lines: TextLine[] = [];
  let at = 0;
  for (const character of node.data) {
    range.setStart(node, at);
    at += character.length;
    range.setEnd(node, at);
    const rects = [...range.getClientRects()];
    const rect = rects.at(-1);
    const line = lines.at(-1);
    const isSame = rect === undefined || (line !== undefined && Math.abs(rect.top - line.top) < 1);
    /*
     * A character without a box belongs to the letter before it, unless it is collapsed white
     * space.
     */
    if (rect === undefined || (rect.width === 0 && /\s/.test(character))) continue;
    const printed = /\s/.test(character) ? ' ' : character;
    if (isSame && line !== undefined) {
      line.text += printed;
      line.right = Math.max(line.right, rect.right);
    } else lines.push({ text: printed, top: rect.top, bottom: rect.bottom, left: rect.left, right: rect.right });
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

function rulesOf(node: HTMLElement, style: CSSStyleDeclaration, { left, top, scale }: Origin): Stroke[] {
  const box = node.getBoundingClientRect();
  const x = Math.round((box.left - left) * scale);
  const y = Math.round((box.top - top) * scale);
  const right = Math.round((box.right - left) * scale);
  const bottom = Math.round((box.bottom - top) * scale);
  return SIDES.flatMap((side) => {
    const width = Number.parseFloat(style[`border${side}Width`]);
    if (style[`border${side}Style`] === 'none' || !(width > 0) || box.width === 0) return [];
    const thick = Math.max(RULE_DOTS, Math.round(width * scale));
    const rule = {
      Top: [x, y, right - x, thick],
      Bottom: [x, bottom - thick, right - x, thick],
      Left: [x, y, thick, bottom - y],
      Right: [right - thick, y, thick, bottom - y],
    }[side];
    const [ruleX = 0, ruleY = 0, wide = 0, high = 0] = rule;
    return [
      {
        top: ruleY,
        bottom: ruleY + high,
        draw: (context: CanvasRenderingContext2D) => context.fillRect(ruleX, ruleY, wide, high),
      },
    ];
  });
}

/** One black shape of a code in the page's drawing: position, width and height in modules. */
const SHAPE = /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g;

/**
 * A code in whole dots, because a scanner needs exact widths.
 *
 * If there is no room for whole dots, it is as wide as its box.
 */
function codeOf(picture: SVGSVGElement, { left, top, scale }: Origin): Stroke {
  const box = picture.getBoundingClientRect();
  const { width, height } = picture.viewBox.baseVal;
  const wide = box.width * scale;
  const high = box.height * scale;
  const isSquare = width === height;
  const across = isSquare ? Math.min(wide / width, high / height) : wide / width;
  const module = across >= 1 ? Math.floor(across) : across;
  const down = isSquare ? module : high / height;
  const x = Math.round((box.left - left) * scale + (wide - module * width) / 2);
  const y = Math.round((box.top - top) * scale + (high - down * height) / 2);
  const black = picture.querySelector('path')?.getAttribute('d') ?? '';
  return {
    top: y,
    bottom: y + high,
    draw(context) {
      for (const [, ...shape] of black.matchAll(SHAPE)) {
        const [fromX = 0, fromY = 0, shapeWide = 0, shapeHigh = 0] = shape.map(Number);
        context.fillRect(x + fromX * module, y + fromY * down, shapeWide * module, shapeHigh * down);
      }
    },
  };
}
