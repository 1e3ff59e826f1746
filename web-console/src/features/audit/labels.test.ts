import { expect, test } from 'vitest'
import { accessRuleFields } from '@/features/access-rules/fields'
import accessRuleTexts from '@/features/access-rules/locales/en.json'
import { deviceFields } from '@/features/devices/fields'
import deviceTexts from '@/features/devices/locales/en.json'
import { userFields } from '@/features/users/fields'
import userTexts from '@/features/users/locales/en.json'
import { nameOf, type EntityField } from '@/kit/fields'
import common from '@/kit/locales/common.en.json'
import { WITH_FIELD_LABELS } from './codes'

const ENTITIES: Record<string, [readonly EntityField[], { fields: object }]> = {
  users: [userFields, userTexts],
  devices: [deviceFields, deviceTexts],
  'access-rules': [accessRuleFields, accessRuleTexts],
}

test.each(WITH_FIELD_LABELS)('every field of %s has a label', (resource) => {
  const [fields, texts] = ENTITIES[resource] ?? [[], { fields: {} }]
  const labelled = { ...common.fields, ...texts.fields }
  // What only a filter names has words of the filter's.
  const named = fields.filter(({ column, preview }) => column || preview !== false)
  expect(named.length).toBeGreaterThan(5)
  expect(named.map(nameOf).filter((name) => !(name in labelled))).toEqual([])
})
