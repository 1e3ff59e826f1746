import { expect, test } from 'vitest'
import { whiteLabelNeed } from './whiteLabel'

test('the white label of the project is switched on with its feature, and off without', () => {
  const change = { any: ['can_change_project_settings'] }
  expect(whiteLabelNeed({ is_enabled: false })).toEqual({
    ...change,
    feature: 'mobile_app.white_label',
  })
  expect(whiteLabelNeed({ is_enabled: true })).toEqual(change)
})
