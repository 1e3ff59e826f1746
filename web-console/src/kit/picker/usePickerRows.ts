import { useState } from 'react'
import type { Filters, PageSize } from '@/api/list'
import type { Id } from '@/api/types'
import { NO_FILTERS } from '../list'
import type { PickerSource } from './types'

const PAGE_SIZE: PageSize = 50
/** Beyond this many rows a person searches; scrolling stops. */
const MAX_ROWS = 2_000

interface Gathered {
  /** What the rows answer to; another question starts anew. */
  question: string
  rows: { id: Id }[]
  pages: number
}

/** Rows of a picker, page after page as the person scrolls. */
export function usePickerRows(source: PickerSource) {
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const question = JSON.stringify([search, filters])
  const [page, setPage] = useState({ question, number: 1 })
  const number = page.question === question ? page.number : 1

  const { data, isFetching, error, refetch } = source.useList({
    page: number,
    size: PAGE_SIZE,
    sort: source.sort,
    search,
    filters,
  })
  const [gathered, setGathered] = useState<Gathered>({ question, rows: [], pages: 0 })
  const isNext = gathered.question !== question || gathered.pages < number
  if (data && !isFetching && data.page === number && isNext) {
    const earlier = gathered.question === question ? gathered.rows : []
    setGathered({ question, rows: merge(earlier, data.items), pages: number })
  }

  const rows = gathered.question === question ? gathered.rows : []
  const hasMore = Boolean(data) && rows.length < (data?.total ?? 0) && rows.length < MAX_ROWS
  return {
    rows,
    search,
    setSearch,
    filters,
    setFilters,
    isFetching,
    error,
    retry: refetch,
    hasMore,
    loadMore: () => {
      // A page that has failed is asked again by the person, and none after it is.
      const isGathered = gathered.question === question && gathered.pages === number
      if (!isFetching && hasMore && isGathered) setPage({ question, number: number + 1 })
    },
  }
}

/** A row that moved between two pages must not come twice. */
function merge(earlier: { id: Id }[], later: { id: Id }[]) {
  const known = new Set(earlier.map(({ id }) => id))
  return [...earlier, ...later.filter(({ id }) => !known.has(id))]
}
