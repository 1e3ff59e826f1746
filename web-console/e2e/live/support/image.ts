import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

type Colour = readonly [red: number, green: number, blue: number]

export const RED: Colour = [200, 30, 30]
export const BLUE: Colour = [20, 60, 200]

/** A PNG picture: red, and blue from this column on. */
export function picture(name: string, width: number, height: number, blueFrom: number) {
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x++) row.set(x < blueFrom ? RED : BLUE, 1 + x * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) }
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

interface Looks {
  width: number
  height: number
  left: number[]
  right: number[]
}

/** What a picture of the platform shows: its size, and the colours of its left and right edge. */
export function looksOf(page: Page, address: string): Promise<Looks> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const at = (x: number) => [...context.getImageData(x, Math.floor(height / 2), 1, 1).data]
    return { width, height, left: at(1).slice(0, 3), right: at(width - 2).slice(0, 3) }
  }, address)
}

/** Whether a colour is this one, but for what JPEG makes of it. */
export const isNear = (colour: number[], wanted: Colour): boolean =>
  wanted.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) < 30)
