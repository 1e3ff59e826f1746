import { expect, test, vi } from 'vitest'
import type { Profile } from '../profile'
import { combineHandlers } from './handlers'
import { roleChangedHandlers } from './roleChanged'

test('two concerns may listen to one event', () => {
  const [one, two] = [vi.fn(), vi.fn()]
  const combined = combineHandlers({ A: one }, { A: two, B: two })
  expect(combined.get('A')).toEqual([one, two])
  expect(combined.get('B')).toEqual([two])
  expect(combined.get('C')).toBeUndefined()
})

test('only a change of the own role reloads the profile', () => {
  const dispatch = vi.fn()
  const profile = () => ({ role: { id: 4 } }) as Profile
  roleChangedHandlers.RoleChangedEvent!({ type: '', roleId: 5 }, { dispatch, profile })
  expect(dispatch).not.toHaveBeenCalled()
  roleChangedHandlers.RoleChangedEvent!({ type: '', roleId: 4 }, { dispatch, profile })
  expect(dispatch).toHaveBeenCalledTimes(1)
})
