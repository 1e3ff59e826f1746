/*
 * The QR code of a key: version 3, error correction M, mask 0 (ISO/IEC 18004). It takes 42 bytes, a key has 36.
 */
const SIZE = 29
const DATA_BYTES = 44
const ECC_BYTES = 26
/** Bytes of the text itself: 12 bits say its mode and its length. */
const MAX_TEXT = 42
/** The place of the small square, from either edge. */
const ALIGNMENT = 22
/** Level M and mask 0, with their error correction. */
const FORMAT_BITS = 0x5412
/** White modules that a reader needs around the code. */
const QUIET_ZONE = 4

/** Rows of modules, true for a dark one; undefined for a text that is too long. */
export function qrModules(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > MAX_TEXT) return undefined
  const data = dataBytes(bytes)
  const modules = emptyRows<boolean>(false)
  const isFixed = emptyRows<boolean>(false)
  const set = (x: number, y: number, isDark: boolean) => {
    modules[y]![x] = isDark
    isFixed[y]![x] = true
  }
  drawPatterns(set)
  drawFormat(set)
  drawData(data.concat(errorCorrection(data)), modules, isFixed)
  return modules
}

/** The code as an SVG path in a square of this many modules, quiet zone included. */
export function qrPath(modules: boolean[][]): { path: string; side: number } {
  const dark: string[] = []
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) dark.push(`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`)
    }),
  )
  return { path: dark.join(''), side: SIZE + 2 * QUIET_ZONE }
}

const emptyRows = <T>(value: T): T[][] =>
  Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => value))

/** Mode, length, text, and what fills the rest. */
function dataBytes(text: Uint8Array): number[] {
  const bits: number[] = []
  const push = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >>> at) & 1)
  }
  push(4, 4)
  push(text.length, 8)
  text.forEach((byte) => push(byte, 8))
  // Twelve bits and whole bytes: the end of the text completes the last one.
  push(0, 4)
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    bytes.push(bits.slice(at, at + 8).reduce((byte, bit) => (byte << 1) | bit, 0))
  }
  for (let pad = 0xec; bytes.length < DATA_BYTES; pad ^= 0xec ^ 0x11) bytes.push(pad)
  return bytes
}

/** The product in GF(2^8) with the polynomial of QR codes. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let at = 7; at >= 0; at -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> at) & 1) * a
  }
  return product
}

/** Reed-Solomon: what is left of the data divided by (x - 1)(x - 2)(x - 4).. */
function errorCorrection(data: number[]): number[] {
  const divisor = Array.from({ length: ECC_BYTES }, (_, at): number =>
    at === ECC_BYTES - 1 ? 1 : 0,
  )
  let root = 1
  for (let degree = 0; degree < ECC_BYTES; degree += 1) {
    for (let at = 0; at < ECC_BYTES; at += 1) {
      divisor[at] = multiply(divisor[at]!, root) ^ (divisor[at + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  const rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    divisor.forEach((coefficient, at) => {
      rest[at] = rest[at]! ^ multiply(coefficient, factor)
    })
  }
  return rest
}

type SetModule = (x: number, y: number, isDark: boolean) => void

function drawPatterns(set: SetModule): void {
  for (let at = 0; at < SIZE; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  drawSquares(set, 3, 3, 4)
  drawSquares(set, SIZE - 4, 3, 4)
  drawSquares(set, 3, SIZE - 4, 4)
  drawSquares(set, ALIGNMENT, ALIGNMENT, 2)
}

/** Squares in one another, with their light border as far as it lies inside. */
function drawSquares(set: SetModule, centreX: number, centreY: number, reach: number): void {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const [x, y] = [centreX + dx, centreY + dy]
      const distance = Math.max(Math.abs(dx), Math.abs(dy))
      const isDark = reach === 4 ? distance !== 2 && distance !== 4 : distance !== 1
      if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) set(x, y, isDark)
    }
  }
}

/** Twice, beside the large squares. */
function drawFormat(set: SetModule): void {
  const bit = (at: number) => ((FORMAT_BITS >>> at) & 1) === 1
  for (let at = 0; at <= 5; at += 1) set(8, at, bit(at))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let at = 9; at < 15; at += 1) set(14 - at, 8, bit(at))
  for (let at = 0; at < 8; at += 1) set(SIZE - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at += 1) set(8, SIZE - 15 + at, bit(at))
  set(8, SIZE - 8, true)
}

/** In columns of two, up and down from the lower right, with the mask. */
function drawData(bytes: number[], modules: boolean[][], isFixed: boolean[][]): void {
  let next = 0
  const place = (x: number, y: number) => {
    if (isFixed[y]![x]) return
    const isOne = (((bytes[next >>> 3] ?? 0) >>> (7 - (next & 7))) & 1) === 1
    next += 1
    const isMasked = (x + y) % 2 === 0
    modules[y]![x] = isOne !== isMasked
  }
  for (let right = SIZE - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < SIZE; step += 1) {
      const y = isUpward ? SIZE - 1 - step : step
      place(right, y)
      place(right - 1, y)
    }
  }
}
