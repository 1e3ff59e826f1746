import { errorBody } from '@/api/errors'
import type { IdentifierDevice } from '@/api/generated/identifiers'
import { onlineKey } from '@/features/access-check'

export const REASONS = ['none', 'several', 'small', 'edge'] as const

export interface FaceBox {
  x: number
  y: number
  width: number
  height: number
}

/** Why a photo is not taken; boxes in pixels of the upright photo, whose size is there, too. */
export interface PhotoRefusal {
  reason: (typeof REASONS)[number]
  boxes: FaceBox[]
  width: number
  height: number
}

/** What the server says of a photo without a face that devices could learn; undefined for another failure. */
export function refusalOf(error: unknown): PhotoRefusal | undefined {
  const data = errorBody(error)?.data as Partial<PhotoRefusal> | null | undefined
  const reason = REASONS.find((known) => known === data?.reason)
  if (reason === undefined) return undefined
  return {
    reason,
    boxes: data?.boxes ?? [],
    width: data?.width ?? 1,
    height: data?.height ?? 1,
  }
}

const percent = (part: number, whole: number) => `${(100 * part) / Math.max(whole, 1)}%`

/** Where the frame of a face lies on the photo, however large that is drawn. */
export const frameOf = (box: FaceBox, { width, height }: PhotoRefusal) => ({
  left: percent(box.x, width),
  top: percent(box.y, height),
  width: percent(box.width, width),
  height: percent(box.height, height),
})

/** A door that cannot hold the rules about a person asks about their card, and never about their face. */
export const staysShut = ({ state, reason }: Pick<IdentifierDevice, 'state' | 'reason'>): boolean =>
  state === 'refused' && onlineKey(reason ?? '') !== 'other'
