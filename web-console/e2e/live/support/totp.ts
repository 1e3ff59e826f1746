import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_SECONDS = 30

/**
 * What an authenticator shows for a secret (RFC 6238): now, or so many steps later. A code is good
 * once, and the server takes that of the next step as well.
 */
export function codeOf(secret: string, stepsLater = 0): string {
  const counter = Buffer.alloc(8)
  const step = Math.floor(Date.now() / 1_000 / STEP_SECONDS) + stepsLater
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = digest.at(-1)! & 0x0f
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Base 32, with or without spaces. */
function bytesOf(secret: string): Buffer {
  const bits = secret
    .replaceAll(/[\s=]/g, '')
    .replaceAll(/./g, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
