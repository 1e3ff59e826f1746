import { expect, test, vi } from 'vitest'
import { applyServerErrors } from './serverErrors'

const refusal = (fields: Record<string, string>) => ({
  status: 422,
  data: { message: 'invalid data sent', code: 'invalid_data', data: { fields } },
})

const form = () => {
  const values: Record<string, unknown> = { name: '', domain: null, role: null }
  return { setError: vi.fn(), getValues: (path: string) => values[path] }
}

test('an error lands on its field', () => {
  const target = form()
  expect(applyServerErrors(refusal({ name: 'required' }), target as never)).toEqual(['name'])
  expect(target.setError).toHaveBeenCalledWith('name', { type: 'server', message: 'required' })
})

test('an error of an id lands on the field in which the entity is chosen', () => {
  expect(applyServerErrors(refusal({ domain_id: 'required' }), form() as never)).toEqual(['domain'])
})

test('an error of no field of the form is left to be told otherwise', () => {
  expect(applyServerErrors(refusal({ elsewhere: 'required' }), form() as never)).toEqual([])
  expect(applyServerErrors(new Error('offline'), form() as never)).toEqual([])
})
