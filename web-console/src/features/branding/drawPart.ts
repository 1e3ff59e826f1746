import { partOf, sentSize, type View } from './crop'

/** The part of a picture that a view keeps, as PNG: a logo is often without a ground. */
export function drawPart(image: HTMLImageElement, view: View): Promise<Blob> {
  const part = partOf({ width: image.naturalWidth, height: image.naturalHeight }, view)
  const size = sentSize(part)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  canvas
    .getContext('2d')
    ?.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))),
      'image/png',
    )
  })
}
