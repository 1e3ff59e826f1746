export type { ItemResult, Ref } from './generated/users'

/** Ids are 64-bit integers, sent as JSON numbers. */
export type Id = number
