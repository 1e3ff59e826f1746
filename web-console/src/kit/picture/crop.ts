/** A picture's size, in its own pixels. */
export interface Size {
  width: number
  height: number
}

/** What of a picture is taken: the square around a point. */
export interface View {
  /** From 1, where the square is as large as it can be. */
  zoom: number
  /** Centre of the square, in pixels of the picture. */
  x: number
  y: number
}

/** Left upper corner and side of a square, in whole pixels of the picture. */
export interface Crop {
  x: number
  y: number
  size: number
}

export const MAX_ZOOM = 8

const between = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Side of the square at a zoom. */
export const sideOf = ({ width, height }: Size, zoom: number): number =>
  Math.min(width, height) / zoom

/** The largest square in the middle. */
export const middleOf = ({ width, height }: Size): View => ({
  zoom: 1,
  x: width / 2,
  y: height / 2,
})

/** The nearest view whose square lies within the picture. */
export function within(size: Size, { zoom, x, y }: View): View {
  const kept = between(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, kept) / 2
  return {
    zoom: kept,
    x: between(x, half, size.width - half),
    y: between(y, half, size.height - half),
  }
}

/** The square as the server wants it: whole pixels, never past an edge. */
export function cropOf(size: Size, view: View): Crop {
  const { zoom, x, y } = within(size, view)
  const side = Math.max(1, Math.floor(sideOf(size, zoom)))
  return {
    x: between(Math.round(x - side / 2), 0, size.width - side),
    y: between(Math.round(y - side / 2), 0, size.height - side),
    size: side,
  }
}
