import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { baseApi } from '@/api/baseApi'
import { EXACT_TOTAL_LIMIT, type Page } from '@/api/list'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'
import type { QueryResult } from '../resource'
import type { HasId } from './types'

/** Rows of one call; the largest page that lists have. */
const PAGE_SIZE = 500

/** What RTK Query says of the call behind a list, besides its answer. */
interface ListCall {
  endpointName?: string
  originalArgs?: object
}

type AskPage<Row> = (page: number) => Promise<Page<Row>>

/** All rows that the list is narrowed to, page after page; those that moved between two pages come once. */
export async function collectAll<Row extends HasId>(
  ask: AskPage<Row>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (count: number) => void },
): Promise<Row[] | undefined> {
  const rows = new Map<Row['id'], Row>()
  const collect = async (at: number): Promise<boolean> => {
    const { items, total } = await ask(at)
    if (signal.aborted) return false
    for (const row of items) rows.set(row.id, row)
    onProgress(rows.size)
    const isEnd = items.length < PAGE_SIZE || at * PAGE_SIZE >= Math.min(total, EXACT_TOTAL_LIMIT)
    return isEnd || collect(at + 1)
  }
  return (await collect(1)) ? [...rows.values()] : undefined
}

export interface WholeList {
  /** Rows that the list is narrowed to; up to 10,000 can be selected. */
  total: number
  /** How many have been fetched; undefined while nothing is fetched. */
  progress: number | undefined
  select: () => Promise<void>
  stop: () => void
}

/**
 * Selects everything that the list is narrowed to, not the page alone. The call is the list's own, so a
 * page has nothing to do for it; undefined where the list is no call of the API.
 */
export function useWholeList<Row extends HasId>(
  rows: QueryResult<Page<Row>>,
  onSelect: (rows: Row[]) => void,
): WholeList | undefined {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const errorText = useErrorText()
  const [progress, setProgress] = useState<number>()
  const abort = useRef<AbortController>(undefined)
  const { endpointName, originalArgs } = rows as ListCall
  if (!rows.data || endpointName === undefined || originalArgs === undefined) return undefined

  const ask: AskPage<Row> = async (page) => {
    const endpoint = (baseApi.endpoints as Record<string, AnyQuery | undefined>)[endpointName]
    if (!endpoint) throw new Error(`no endpoint ${endpointName}`)
    const args = { ...originalArgs, page, size: PAGE_SIZE }
    return dispatch(endpoint.initiate(args, { subscribe: false, forceRefetch: true })).unwrap()
  }
  return {
    total: rows.data.total,
    progress,
    stop: () => abort.current?.abort(),
    select: async () => {
      const { signal } = (abort.current = new AbortController())
      setProgress(0)
      try {
        const all = await collectAll(ask, { signal, onProgress: setProgress })
        if (all) onSelect(all)
      } catch (error) {
        alerts.error(errorText(error))
      } finally {
        setProgress(undefined)
      }
    },
  }
}

interface Asked {
  // oxlint-disable-next-line typescript/no-explicit-any -- of any list
  unwrap: () => Promise<any>
}
interface AnyQuery {
  initiate: (
    args: object,
    options: { subscribe: false; forceRefetch: true },
  ) => ThunkAction<Asked, unknown, unknown, UnknownAction>
}
