import { randomBytes } from 'node:crypto'

/** A card that no earlier run has used. */
export interface Card {
  /** Byte pairs joined by dashes, as printed on it. */
  hex: string
  /** Ten digits, as devices and events have it. */
  dec: string
}

export function newCard(): Card {
  const bytes = randomBytes(4)
  return {
    hex: [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    dec: bytes.readUInt32BE().toString().padStart(10, '0'),
  }
}
