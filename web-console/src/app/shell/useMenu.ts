import { useMemo } from 'react'
import { useCan } from '@/kit/permissions'
import { entities, screens } from '../screens'
import { menuFor } from './menu'

/** The side menu of the signed-in person. */
export function useMenu() {
  const { meets } = useCan()
  return useMemo(() => menuFor(screens, entities, meets), [meets])
}
