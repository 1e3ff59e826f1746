import { expect, test } from 'vitest'
import { integrations } from '@/features/integrations'
import { mailTemplates } from '@/features/mail-templates'
import { SETTINGS_TABS, type SettingsKey } from './tabs'

const needOf = (wanted: SettingsKey) =>
  SETTINGS_TABS.find(({ key }) => key === wanted)?.need.any?.toSorted()

test('the tabs of parts that groups have as well are open to those who open their lists', () => {
  expect(needOf('integrations')).toEqual(integrations.can.read?.any?.toSorted())
  expect(needOf('mailTemplates')).toEqual(mailTemplates.can.read?.any?.toSorted())
})
