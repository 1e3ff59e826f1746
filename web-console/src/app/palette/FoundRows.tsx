import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { pathsOf, type AnyResource } from '@/kit/resource'
import { useScreenTitle } from '../shell/useScreenTitle'

interface Props {
  resource: AnyResource
  search: string
  onGo: (path: string) => void
  /** New rows have appeared above what was there. */
  onFound: () => void
}

/** Rows of one resource in the palette. */
const SHOWN = 5
/** Milliseconds without a key before the server is asked. */
const PAUSE = 200

/** Entities of one kind whose name holds the text. */
export function FoundRows({ resource, search, onGo, onFound }: Props) {
  const titleOf = useScreenTitle()
  const settled = useSettled(search)
  const { data } = resource.api.useList({
    page: 1,
    size: 10,
    sort: resource.defaultSort,
    search: settled,
  })
  const rows = data?.items.slice(0, SHOWN) ?? []
  const firstId = rows[0]?.id
  useEffect(() => {
    if (firstId !== undefined) onFound()
  }, [firstId, onFound])
  if (rows.length === 0) return null
  const { icon: Icon } = resource
  return (
    <Command.Group heading={titleOf(resource.key)}>
      {rows.map((row) => (
        // The server has searched: the row must not be filtered again by its label alone.
        <Command.Item
          key={row.id}
          value={`${resource.key}-${row.id}`}
          keywords={[resource.label(row), search]}
          onSelect={() => onGo(pathsOf(resource).edit(row.id))}
        >
          <Icon />
          {resource.label(row)}
          {resource.detail && <small>{resource.detail(row)}</small>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
