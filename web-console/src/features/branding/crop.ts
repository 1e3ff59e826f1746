export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

/** What is kept of a picture, by its proportion; the whole picture has its own. */
export const SHAPES = { whole: undefined, square: 1, wide: 3 } as const
export type Shape = keyof typeof SHAPES

export interface View {
  shape: Shape
  /** From 1: the largest part that fits. */
  zoom: number
  /** Middle of the part, from 0 to 1 of the picture. */
  centre: { x: number; y: number }
}

export const WHOLE: View = { shape: 'whole', zoom: 1, centre: { x: 0.5, y: 0.5 } }

/** The part of a picture that a view keeps; always inside the picture. */
export function partOf({ width, height }: Size, { shape, zoom, centre }: View): Rect {
  const proportion = SHAPES[shape] ?? width / height
  const part = {
    width: Math.min(width, height * proportion) / zoom,
    height: Math.min(height, width / proportion) / zoom,
  }
  return {
    ...part,
    x: clamp(centre.x * width - part.width / 2, width - part.width),
    y: clamp(centre.y * height - part.height / 2, height - part.height),
  }
}

/** The view after the picture was dragged by so many of its own pixels. */
export function dragged(size: Size, view: View, by: { x: number; y: number }): View {
  const part = partOf(size, view)
  const moved = {
    x: clamp(part.x - by.x, size.width - part.width),
    y: clamp(part.y - by.y, size.height - part.height),
  }
  return {
    ...view,
    centre: {
      x: (moved.x + part.width / 2) / size.width,
      y: (moved.y + part.height / 2) / size.height,
    },
  }
}

/** Pixels of the picture that is sent: the server shows it within 512 x 512, so twice that is enough. */
const MAX_SIDE = 1024

export function sentSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), Math.max(max, 0))
