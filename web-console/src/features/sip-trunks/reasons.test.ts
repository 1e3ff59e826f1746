import { expect, test } from 'vitest'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { reasonOf } from './reasons'

test('why the platform does not call a provider is said in both languages', () => {
  const key = reasonOf('the certificate is of another name')
  expect(key && [en.options.reasons[key], ru.options.reasons[key]]).toEqual([
    'The provider’s certificate is of another name',
    'Сертификат провайдера выдан на другое имя',
  ])
})

test('what a provider says stays as it came', () => {
  expect(reasonOf('403 Forbidden')).toBeUndefined()
})
