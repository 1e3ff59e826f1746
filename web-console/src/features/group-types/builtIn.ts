import type { GroupKind, GroupType } from '@/api/generated/group-types'

/** The types that a new project gets, as domains names them. */
const BUILT_IN = {
  company: 'common',
  site: 'common',
  building: 'building',
  entrance: 'unit',
  floor: 'floor',
  apartment: 'apartment',
} as const satisfies Record<string, GroupKind>

export type BuiltIn = keyof typeof BUILT_IN

/** Which of those it is; a type that somebody named otherwise is none. */
export function builtInOf({ name, type }: Pick<GroupType, 'name' | 'type'>): BuiltIn | undefined {
  return (Object.keys(BUILT_IN) as BuiltIn[]).find(
    (each) => each === name && BUILT_IN[each] === type,
  )
}
