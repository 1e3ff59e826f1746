import { expect, test } from 'vitest'
import { whiteLabelNeed } from './whiteLabel'

const label = { name: '', email: '', phone: '', address: '', logo: '' }

test('the white label of the project is switched on with its feature, and off without', () => {
  const change = { any: ['can_change_project_settings'] }
  expect(whiteLabelNeed({ ...label, is_enabled: false })).toEqual({
    ...change,
    feature: 'mobile_app.white_label',
  })
  expect(whiteLabelNeed({ ...label, is_enabled: true })).toEqual(change)
})
