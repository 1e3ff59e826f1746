/** Ids are 64-bit integers, sent as JSON numbers. */
export type Id = number

/** A related entity. On input only the id counts. */
export interface Ref {
  id: Id
  name: string
}

/** What became of one item of a bulk call. */
export interface ItemResult {
  id: Id
  done: boolean
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
