import { expect, test } from 'vitest'
import type { Entity, Screen } from '@/kit/resource'
import { activeItem, menuFor } from './menu'

const icon = () => null
const page = async () => ({ default: () => null })
const screen = (key: string, path: string, more: Partial<Screen> = {}): Screen => ({
  key,
  path,
  icon,
  section: 'devices',
  page,
  ...more,
})
const devices = {
  key: 'devices',
  path: '/devices',
  icon,
  section: 'devices',
  can: { read: { any: ['can_view_devices'] } },
} as unknown as Entity
const screens = [
  screen('deviceTasks', '/devices/tasks', { need: { any: ['can_view_device_tasks'] } }),
  screen('home', '/home', { section: 'common' }),
  screen('profile', '/profile', { section: undefined }),
]

test('the menu follows the specified order and leaves out what has no section', () => {
  const menu = menuFor(screens, [devices], () => true)
  expect(menu.map(({ key, items }) => [key, items.map((item) => item.key)])).toEqual([
    ['common', ['home']],
    ['devices', ['devices', 'deviceTasks']],
  ])
})

test('what is not allowed is not shown, nor is a section with nothing in it', () => {
  const menu = menuFor(screens, [devices], (need) => !need)
  expect(menu.map(({ key }) => key)).toEqual(['common'])
})

test('the page belongs to the longest path that fits', () => {
  const menu = menuFor(screens, [devices], () => true)
  expect(activeItem(menu, '/devices/12/edit')).toBe('devices')
  expect(activeItem(menu, '/devices/tasks')).toBe('deviceTasks')
  expect(activeItem(menu, '/devices-of-others')).toBeUndefined()
})
