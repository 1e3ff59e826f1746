import { useMemo } from 'react'
import { useProfile } from '../permissions'
import { isStringList, oneOf, preference, usePreference } from '../preferences'

export const DENSITIES = ['small', 'middle', 'large'] as const
export type Density = (typeof DENSITIES)[number]

const densityPreference = preference<Density>('tableDensity', 'small', oneOf(DENSITIES))

/** One density for every table. */
export const useDensity = () => usePreference(densityPreference)

/** A list as a person named it: the query string that shows it. */
export interface SavedView {
  name: string
  search: string
}

const isViewList = (value: unknown): value is SavedView[] =>
  Array.isArray(value) &&
  value.every((view) => typeof view?.name === 'string' && typeof view?.search === 'string')

export function useSavedViews(table: string) {
  // A person of another project has other groups and roles behind the same numbers.
  const profile = useProfile()
  const owner = profile?.id ?? 0
  const setting = useMemo(
    () => preference(`views.${owner}.${table}`, [], isViewList),
    [owner, table],
  )
  return usePreference<SavedView[]>(setting)
}

/** Columns that a person turned on or off, against the defaults of the table. */
export function useColumnChoice(table: string) {
  const shown = useMemo(() => preference(`columns.${table}.on`, [], isStringList), [table])
  const hidden = useMemo(() => preference(`columns.${table}.off`, [], isStringList), [table])
  const [on, setOn] = usePreference<string[]>(shown)
  const [off, setOff] = usePreference<string[]>(hidden)
  return useMemo(
    () => ({
      isVisible: (key: string, isOptional: boolean) =>
        isOptional ? on.includes(key) : !off.includes(key),
      toggle: (key: string, isOptional: boolean) =>
        isOptional ? setOn(flip(on, key)) : setOff(flip(off, key)),
    }),
    [on, off, setOn, setOff],
  )
}

const flip = (keys: string[], key: string) =>
  keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]
