import type { Tag } from './generated/tags'
import type { Id } from './types'

export type { Tag } from './generated/tags'

/*
 * Tags more exact than those of the generated client, which know no ids. A feature puts them on
 * its endpoints in its `api.ts`.
 */

/** A list holds its rows, and its own make-up. */
export const providesList = (type: Tag) => (page: { items: { id: Id }[] } | undefined) => [
  { type, id: 'LIST' as const },
  ...(page?.items ?? []).map(({ id }) => ({ type, id })),
]

export const providesItem =
  (type: Tag) =>
  (_item: unknown, _error: unknown, { id }: { id: Id }) => [{ type, id }]

/** Something was added or removed. */
export const changesList = (type: Tag) => (_result: unknown, error: unknown) =>
  error ? [] : [{ type, id: 'LIST' as const }]

/** One thing was changed, which may also bring it into a list or take it out. */
export const changesItem =
  (type: Tag) =>
  (_result: unknown, error: unknown, { id }: { id: Id }) =>
    error
      ? []
      : [
          { type, id },
          { type, id: 'LIST' as const },
        ]

/** Everything of a kind may have changed. */
export const changesAll = (type: Tag) => (_result: unknown, error: unknown) =>
  error ? [] : [{ type }]
