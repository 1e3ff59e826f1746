import { z } from 'zod'
import { issue, nameRule } from '@/kit/form'
import type { GroupKind, GroupType } from './api'

/** Larger ones first, as they stand inside each other. */
export const KINDS = [
  'common',
  'building',
  'unit',
  'floor',
  'apartment',
] as const satisfies readonly GroupKind[]

export const groupTypeSchema = z.object({
  name: nameRule(31),
  type: z.enum(KINDS, { error: () => issue('required') }),
})

export const emptyGroupType = { name: '', type: 'common' as GroupKind }

export const toGroupTypeForm = ({ name, type }: GroupType) => ({ name, type: type ?? 'common' })
