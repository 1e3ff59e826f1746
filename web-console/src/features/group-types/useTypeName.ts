import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupType } from '@/api/generated/group-types'
import { builtInOf } from './builtIn'

/** What a type is called: one that came with the project in the language of the interface. */
export function useTypeName(): (type: Pick<GroupType, 'name' | 'type'>) => string {
  const { t } = useTranslation('group-types', { useSuspense: false })
  return useCallback(
    (type) => {
      const builtIn = builtInOf(type)
      return builtIn ? t(`options.builtIn.${builtIn}`, { defaultValue: type.name }) : type.name
    },
    [t],
  )
}
