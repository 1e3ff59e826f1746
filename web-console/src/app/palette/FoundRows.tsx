import { Command } from 'cmdk'
import { useEffect } from 'react'
import { pathsOf, type AnyResource } from '@/kit/resource'
import { useScreenTitle } from '../shell/useScreenTitle'
import { matches } from './match'

interface Props {
  resource: AnyResource
  /** What the server is asked. */
  search: string
  /** What has been typed since. */
  typed: string
  onGo: (path: string) => void
  /** New rows have appeared above what was there. */
  onFound: () => void
  onBusy: (key: string, isBusy: boolean) => void
}

/** Rows of one resource in the palette. */
const MAX_ROWS = 5

/** Entities of a kind that the search of the server does not know: what its list finds, in its order. */
export function FoundRows({ resource, search, typed, onGo, onFound, onBusy }: Props) {
  const titleOf = useScreenTitle()
  const { data, isFetching } = resource.api.useList({
    page: 1,
    size: 10,
    sort: resource.defaultSort,
    search,
  })
  const { key, icon: Icon, label, detail } = resource
  useEffect(() => {
    onBusy(key, isFetching)
    return () => onBusy(key, false)
  }, [key, isFetching, onBusy])

  // Until the answer to what was typed is there, of the earlier one only what plainly meets it.
  const isStale = isFetching || typed !== search
  const rows = (data?.items ?? [])
    .filter((row) => !isStale || matches(typed, label(row), detail?.(row) ?? ''))
    .slice(0, MAX_ROWS)
  const firstId = rows[0]?.id
  useEffect(() => {
    if (firstId !== undefined) onFound()
  }, [firstId, onFound])
  if (rows.length === 0) return null
  return (
    <Command.Group heading={titleOf(key)}>
      {rows.map((row) => (
        <Command.Item
          key={row.id}
          value={`${key}-${row.id}`}
          onSelect={() => onGo(pathsOf(resource).of(row.id))}
        >
          <Icon />
          {label(row)}
          {detail && <small>{detail(row)}</small>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
