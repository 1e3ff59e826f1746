import { expect, test } from 'vitest'
import { builtInOf } from './builtIn'
import en from './locales/en.json'
import ru from './locales/ru.json'

test('a type that came with the project is told from one of that name', () => {
  expect(builtInOf({ name: 'entrance', type: 'unit' })).toBe('entrance')
  expect(builtInOf({ name: 'entrance', type: 'common' })).toBeUndefined()
  expect(builtInOf({ name: 'Entrance', type: 'unit' })).toBeUndefined()
})

test('each has a name in both languages', () => {
  expect(Object.keys(ru.options.builtIn)).toEqual(Object.keys(en.options.builtIn))
  expect(en.options.builtIn.company).toBe('company')
  expect(ru.options.builtIn.entrance).toBe('подъезд')
})
